/* The yardstick of `ttt bench`: the plain search of the assignment, as C has it.

   Usage: yardstick BOARD PLAYER
   BOARD is n*n of X, O and '.', row by row; PLAYER, X or O, is to move. For each line that is read
   it searches once, and prints the score and the seconds that the search took. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MOST_SQUARES 64

static int win(const int8_t *board, int side)
{
    int diagonal = 0, antidiagonal = 0;
    for (int i = 0; i < side; i++) {
        int row = 0, column = 0;
        for (int j = 0; j < side; j++) {
            row += board[i * side + j];
            column += board[j * side + i];
        }
        diagonal += board[i * side + i];
        antidiagonal += board[i * side + side - 1 - i];
        if (row == side || column == side)
            return 1;
        if (row == -side || column == -side)
            return -1;
    }
    if (diagonal == side || antidiagonal == side)
        return 1;
    if (diagonal == -side || antidiagonal == -side)
        return -1;
    return 0;
}

static int minimax(int8_t *board, int side, int player, int depth)
{
    const int squares = side * side, lowest = -(squares + 2);
    const int winner = win(board, side);
    if (winner != 0)
        return (squares + 1 - depth) * winner * player;
    int best = lowest;
    for (int square = 0; square < squares; square++) {
        if (board[square] == 0) {
            board[square] = (int8_t)player;
            const int score = -minimax(board, side, -player, depth + 1);
            board[square] = 0;
            if (score > best)
                best = score;
        }
    }
    return best == lowest ? 0 : best;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char **arguments)
{
    int8_t board[MOST_SQUARES] = {0};
    int side = 1;
    if (count != 3 || strlen(arguments[1]) > MOST_SQUARES)
        return 2;
    const int squares = (int)strlen(arguments[1]);
    while (side * side < squares)
        side++;
    for (int square = 0; square < squares; square++)
        board[square] = arguments[1][square] == 'X' ? 1 : arguments[1][square] == 'O' ? -1 : 0;
    const int player = arguments[2][0] == 'X' ? 1 : -1;
    for (char line[8]; fgets(line, sizeof line, stdin) != NULL;) {
        const double start = now();
        const int score = minimax(board, side, player, 0);
        printf("%d %.9f\n", score, now() - start);
        fflush(stdout);
    }
    return 0;
}
