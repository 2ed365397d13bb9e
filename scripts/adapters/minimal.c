/* The smallest external solver in C: plain backtracking, digits in rising order, every size.
   cc -O2 -o minimal minimal.c; sudoku-lab run sets/ --out r --external minimal=./minimal
   docs/EXTERNAL.md has the protocol. A line is answered at once, so it may be declared `batch`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, rows, columns, grid[625], used_row[25], used_column[25], used_box[25];
static long guesses, backtracks;

static int value(int c) {
    return c >= '1' && c <= '9' ? c - '0' : c >= 'a' && c <= 'p' ? c - 'a' + 10 : 0;
}

static int box(int cell) {
    return cell / n / rows * rows + cell % n / columns;
}

/* Places a digit, or takes it back. */
static void flip(int cell, int digit) {
    used_row[cell / n] ^= 1 << digit;
    used_column[cell % n] ^= 1 << digit;
    used_box[box(cell)] ^= 1 << digit;
}

static int search(int cell) {
    while (cell < n * n && grid[cell]) cell++;
    if (cell == n * n) return 1;
    for (int digit = 1; digit <= n; digit++) {
        if ((used_row[cell / n] | used_column[cell % n] | used_box[box(cell)]) >> digit & 1)
            continue;
        guesses++;
        flip(cell, grid[cell] = digit);
        if (search(cell + 1)) return 1;
        flip(cell, digit);
        backtracks++;
    }
    return grid[cell] = 0;
}

int main(void) {
    char line[700];
    while (fgets(line, sizeof line, stdin)) {
        int cells = strcspn(line, "\r\n");
        if (!cells) continue; /* the end of a batch */
        for (n = 1; n * n < cells; n++) {}
        for (rows = 1; (rows + 1) * (rows + 1) <= n; rows++) {}
        while (n % rows) rows--;
        columns = n / rows;
        memset(used_row, 0, sizeof used_row);
        memset(used_column, 0, sizeof used_column);
        memset(used_box, 0, sizeof used_box);
        guesses = backtracks = 0;
        for (int cell = 0; cell < cells; cell++)
            if ((grid[cell] = value(line[cell]))) flip(cell, grid[cell]);
        if (search(0))
            for (int cell = 0; cell < cells; cell++) putchar(".123456789abcdefghijklmnop"[grid[cell]]);
        else
            fputs("none", stdout);
        printf(" guesses=%ld backtracks=%ld\n", guesses, backtracks);
        fflush(stdout);
    }
}
