/* tdoku (T. Dillon, https://github.com/t-dillon/tdoku) as an external solver, 9x9 only:

     git clone https://github.com/t-dillon/tdoku && (cd tdoku && ./BUILD.sh tdoku)
     cc -O2 -I tdoku/include scripts/adapters/tdoku.c tdoku/build/libtdoku.a -lstdc++ -lm -o tdoku-lab
     sudoku-lab run sets/ --out results/tdoku --external tdoku:batch:count:marks:9=./tdoku-lab */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tdoku.h"

int main(void) {
    char line[1024], solution[82] = {0};
    const char *asked = getenv("SUDOKU_LAB_COUNT");
    size_t count = asked ? strtoul(asked, NULL, 10) : 1;
    while (fgets(line, sizeof line, stdin)) {
        size_t guesses = 0, more = 0;
        line[strcspn(line, "\r\n")] = 0;
        if (!line[0]) { /* the end of a batch */
            fflush(stdout);
            continue;
        }
        /* Asked for several solutions it gives none, so that it is asked twice. */
        size_t found = TdokuSolverDpllTriadSimd(line, count, 0, solution, &guesses);
        if (found == 1 && count > 1)
            found = TdokuSolverDpllTriadSimd(line, 1, 0, solution, &more);
        else if (found > 1 && count > 1)
            TdokuSolverDpllTriadSimd(line, 1, 0, solution, &more);
        printf("%s%.81s guesses=%zu\n", found > 1 ? "multiple " : "", found ? solution : "none", guesses + more);
        if (!getenv("SUDOKU_LAB_BATCH")) fflush(stdout);
    }
    return 0;
}
