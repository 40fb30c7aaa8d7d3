package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxLine is the longest line of a file in openapi/, in characters.
const maxLine = 120

// unbreakable matches a line with a single URL or hex string, apart from its key, dash and quotes: such a value has
// no blank for a line break.
var unbreakable = regexp.MustCompile(`^ *(- )?([A-Za-z0-9_-]+: )?["']?(0x[0-9a-fA-F]+|https?://[^\s"']+)["']?$`)

// lintFiles returns the overlong lines in the YAML files of dir.
func lintFiles(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}

	var out []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		out = append(out, lintLines(file, string(text))...)
	}

	return out, nil
}

// lintLines returns the overlong lines of text, each with the file's name and its number.
func lintLines(file, text string) []string {
	var out []string
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")

		if n := utf8.RuneCountInString(line); n > maxLine && !unbreakable.MatchString(line) {
			out = append(out, fmt.Sprintf("%s:%d: line of %d columns, at most %d; write it as a block",
				file, number, n, maxLine))
		}
	}

	return out
}
