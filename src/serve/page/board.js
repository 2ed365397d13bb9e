// The board of both pages.
