// The page Solve.
