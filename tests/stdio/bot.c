#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *after(const char *line, const char *key) {
    const char *found = strstr(line, key);
    return found ? found + strlen(key) : "";
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (strstr(line, "\"type\":\"hello\""))
            puts("{\"type\":\"hello\",\"protocol\":1,\"legal_actions\":true}");
        if (strstr(line, "\"type\":\"decision\"")) {
            const char *legal = after(line, "\"legal_actions\":[\"");
            printf("{\"type\":\"submission\",\"turn\":%d,\"part\":%d,\"actions\":\"%.*s\"}\n",
                   atoi(after(line, "\"turn\":")), atoi(after(line, "\"part\":")),
                   (int)strcspn(legal, "\""), legal);
        }
        fflush(stdout);
    }
}
