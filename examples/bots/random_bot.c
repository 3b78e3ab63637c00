/* A bot for taku that moves at random. It needs nothing but a C compiler.
 *
 *     cc -O2 -o random_bot random_bot.c
 *     taku match grimoire exec:./random_bot random
 *
 * Every line on stdin is a JSON message; an ask wants a move on stdout: a text of its list of
 * moves, or the index of one, as here. taku writes JSON without spaces, and moves are plain words
 * without escapes, so that looking for `"id":` and counting quotes is enough.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int is(const char *line, const char *type) {
    const char *found = strstr(line, "\"type\":\"");
    return found && strncmp(found + 8, type, strlen(type)) == 0;
}

static int count_moves(const char *line) {
    const char *at = strstr(line, "\"moves\":[");
    int quotes = 0;
    for (at += 9; *at && *at != ']'; at++)
        quotes += *at == '"';
    return quotes / 2;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    srand((unsigned)time(NULL));
    while (getline(&line, &size, stdin) > 0) {
        if (is(line, "hello")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"random-bot\",\"wants\":[]}");
        } else if (is(line, "ask")) {
            long id = strtol(strstr(line, "\"id\":") + 5, NULL, 10);
            printf("{\"type\":\"move\",\"id\":%ld,\"move\":%d}\n", id, rand() % count_moves(line));
        } else if (is(line, "error")) {
            fputs(line, stderr);
        } else if (is(line, "bye")) {
            break;
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
