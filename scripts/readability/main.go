// Command readability measures how code and pages read: the length, density and nesting of functions, and the English.
//
//	go run ./scripts/readability [folder]     prints the measures of a folder's Go code, without tests and generated
//	                                          files
//	go run ./scripts/readability -check       fails when a folder has more dense functions than limits.txt allows or
//	                                          more sentences to mend than english.txt allows, or when a package
//	                                          variable is not what one is for
//	go run ./scripts/readability -write       writes limits.txt and english.txt as the code is now
//	go run ./scripts/readability -english     lists the sentences to mend, file by file
//
// Sentences to mend have more than 45 words, or a pattern of calques.txt that reads as a translation.
//
// A package variable holds what does not change: a table, an expression, an error, an embedded file, or what is made
// once of these. What else there is has its reason in variables.go.
//
// A dense function has 20 lines or more and no blank line between its thoughts. There may only be fewer.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
)

const (
	limitsFile  = "scripts/readability/limits.txt"
	englishFile = "scripts/readability/english.txt"
)

func main() {
	check := flag.Bool("check", false, "fail when there are more dense functions than "+limitsFile+" allows")
	write := flag.Bool("write", false, "write "+limitsFile+" and "+englishFile)
	list := flag.Bool("list", false, "name the dense functions, the longest first")
	sentences := flag.Bool("english", false, "list the sentences to mend")
	flag.Parse()

	if err := run(*check, *write, *list, *sentences, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "readability:", err)
		os.Exit(1)
	}
}

func run(check, write, list, sentences bool, root string) error {
	if root == "" {
		root = "."
	}
	code, err := read(root)
	if err != nil {
		return err
	}

	dense := code.denseByFolder()
	prose, err := english(root)
	if err != nil {
		return err
	}
	mend := map[string]int{}
	for _, f := range prose {
		mend[folderOf(f.file)]++
	}

	switch {
	case check:
		return errors.Join(
			compare(limitsFile, dense, "dense functions (part their thoughts by blank lines; -list names them)"),
			compare(englishFile, mend, "sentences to mend (-english lists them)"),
			code.variables.check(),
		)
	case write:
		return errors.Join(
			os.WriteFile(limitsFile, []byte(limitsText(dense)), 0o644),
			os.WriteFile(englishFile, []byte(limitsText(mend)), 0o644),
		)
	case list:
		for _, f := range code.dense() {
			fmt.Printf("%4d %s %s\n", f.lines, f.where, f.name)
		}
	case sentences:
		for _, f := range prose {
			fmt.Printf("%s: %s\n\t%s\n", f.file, f.instead, f.text)
		}
	default:
		code.print(os.Stdout)
	}
	return nil
}

// compare checks each folder's count of what against its limit.
func compare(file string, now map[string]int, what string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	limits, err := parseLimits(file, string(text))
	if err != nil {
		return err
	}

	var more []string
	for _, folder := range sortedKeys(now) {
		if now[folder] > limits[folder] {
			more = append(more, fmt.Sprintf("%s: %d, %d are allowed", folder, now[folder], limits[folder]))
		}
	}
	if len(more) > 0 {
		return fmt.Errorf("too many %s:\n%s", what, strings.Join(more, "\n"))
	}
	return nil
}

func parseLimits(file, text string) (map[string]int, error) {
	limits := map[string]int{}
	for line := range strings.Lines(text) {
		var folder string
		var count int
		if _, err := fmt.Sscanf(line, "%s %d", &folder, &count); err != nil {
			return nil, fmt.Errorf("%s: %q is not a folder and a count", file, strings.TrimSpace(line))
		}
		limits[folder] = count
	}
	return limits, nil
}

func limitsText(counts map[string]int) string {
	var b strings.Builder
	for _, folder := range sortedKeys(counts) {
		if counts[folder] > 0 {
			fmt.Fprintf(&b, "%s %d\n", folder, counts[folder])
		}
	}
	return b.String()
}

func sortedKeys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// dense are the dense functions, longest first.
func (c *code) dense() []function {
	var found []function
	for _, f := range c.functions {
		if f.dense() {
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b function) int { return b.lines - a.lines })
	return found
}

// denseByFolder counts the dense functions below each folder of the top level.
func (c *code) denseByFolder() map[string]int {
	counts := map[string]int{}
	for _, f := range c.dense() {
		counts[folderOf(f.file)]++
	}
	return counts
}

// folderOf is the folder of the top level that a file is in.
func folderOf(file string) string {
	folder, _, nested := strings.Cut(file, "/")
	if !nested {
		return "."
	}
	return folder
}
