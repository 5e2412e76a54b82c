/*
 * Reads the files that standard input lists, one path a line, and parses each
 * with tree-sitter: what no tool that stands on the same grammar can undercut.
 *
 *     parse THREADS <LIST
 *
 * It prints how many files and bytes it parsed, and in how many files the
 * grammar found an error.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"

const TSLanguage *tree_sitter_python(void);

static char **paths;
static size_t count;
static atomic_size_t next, bytes, errors;

static void fail(const char *what) {
	perror(what);
	exit(1);
}

static void read_list(void) {
	char *line = NULL;
	size_t size = 0, room = 0;
	ssize_t length;
	while ((length = getline(&line, &size, stdin)) > 0) {
		if (line[length - 1] == '\n') line[length - 1] = 0;
		if (count == room) {
			room = room ? 2 * room : 1024;
			paths = realloc(paths, room * sizeof *paths);
			if (paths == NULL) fail("paths");
		}
		paths[count++] = strdup(line);
	}
	free(line);
}

/* Reads a file into *text, which grows as needed. */
static size_t read_file(const char *path, char **text, size_t *room) {
	FILE *file = fopen(path, "rb");
	if (file == NULL) fail(path);
	size_t length = 0;
	for (;;) {
		if (length == *room) {
			*room = *room ? 2 * *room : 1 << 16;
			*text = realloc(*text, *room);
			if (*text == NULL) fail(path);
		}
		size_t n = fread(*text + length, 1, *room - length, file);
		if (n == 0) break;
		length += n;
	}
	fclose(file);
	return length;
}

static void *work(void *unused) {
	(void)unused;
	char *text = NULL;
	size_t room = 0;
	TSParser *parser = ts_parser_new();
	if (parser == NULL || !ts_parser_set_language(parser, tree_sitter_python())) fail("parser");
	for (size_t i; (i = atomic_fetch_add(&next, 1)) < count;) {
		size_t length = read_file(paths[i], &text, &room);
		TSTree *tree = ts_parser_parse_string(parser, NULL, text, (uint32_t)length);
		if (tree == NULL) fail(paths[i]);
		atomic_fetch_add(&bytes, length);
		if (ts_node_has_error(ts_tree_root_node(tree))) atomic_fetch_add(&errors, 1);
		ts_tree_delete(tree);
	}
	ts_parser_delete(parser);
	free(text);
	return NULL;
}

int main(int argc, char **argv) {
	int threads = argc > 1 ? atoi(argv[1]) : 1;
	if (threads < 1 || threads > 256) {
		fprintf(stderr, "usage: parse THREADS <LIST\n");
		return 2;
	}
	pthread_t thread[256];
	read_list();
	for (int i = 1; i < threads; i++) {
		if (pthread_create(&thread[i], NULL, work, NULL) != 0) fail("thread");
	}
	work(NULL);
	for (int i = 1; i < threads; i++) pthread_join(thread[i], NULL);
	printf("%zu files, %zu bytes, errors in %zu\n", count, (size_t)bytes, (size_t)errors);
	return 0;
}
