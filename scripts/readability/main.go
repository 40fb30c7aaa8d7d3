// Command readability measures how code and pages read: the length, density and nesting of functions, and the English.
//
//	go run ./scripts/readability [folder]     prints the measures of a folder's Go code, without tests and generated
//	                                          files
//	go run ./scripts/readability -check       fails when a folder has more of something than its limit allows, or when
//	                                          a package variable is not what one is for
//	go run ./scripts/readability -write       writes the limits as the code is now
//	go run ./scripts/readability -list        names what the limits of code count
//	go run ./scripts/readability -english     lists the sentences to mend, file by file
//
// Sentences to mend have more than 45 words, or a pattern of calques.txt that reads as a translation.
//
// A package variable holds what does not change: a table, an expression, an error, an embedded file, or what is made
// once of these. What else there is has its reason in variables.go.
//
// The files with limits, which may only fall:
//
//	limits.txt        dense functions: 20 lines or more, and no blank line between their thoughts
//	assignments.txt   parallel assignments: x, y = a, b
//	literals.txt      literals with three keys or more on one line
//	english.txt       sentences to mend
//	documents.txt     bytes of the pages in docs/ that are written by hand
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"strings"
)

// ratchet is something that a folder may only have less of.
type ratchet struct {
	file  string         // with the limits
	what  string         // is counted, and how it is avoided
	count map[string]int // now, by folder
}

// ratchets are those of a tree.
func ratchets(c *code, prose []finding, documents int) []ratchet {
	var dense, sentences []string
	for _, f := range c.dense() {
		dense = append(dense, f.file)
	}
	for _, f := range prose {
		sentences = append(sentences, f.file)
	}

	return []ratchet{
		{"limits.txt", "dense functions (part their thoughts by blank lines; -list names them)", byFolder(dense)},
		{"assignments.txt", "parallel assignments (one a line; -list names them)", byFolder(c.parallel)},
		{"literals.txt", "literals of three keys on one line (one key a line; -list names them)", byFolder(c.literals)},
		{"english.txt", "sentences to mend (-english lists them)", byFolder(sentences)},
		{"documents.txt", "bytes of pages by hand (each fact in one place, and no diary)", map[string]int{"docs": documents}},
	}
}

func (r ratchet) path() string { return "scripts/readability/" + r.file }

func main() {
	check := flag.Bool("check", false, "fail when a folder has more of something than its limit allows")
	write := flag.Bool("write", false, "write the limits as the code is now")
	list := flag.Bool("list", false, "name the dense functions, the longest first, parallel assignments and literals on one line")
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

	prose, err := english(root)
	if err != nil {
		return err
	}

	written, err := documents(root)
	if err != nil {
		return err
	}

	switch {
	case check:
		errs := []error{code.variables.check()}
		for _, r := range ratchets(code, prose, written) {
			errs = append(errs, r.check())
		}
		return errors.Join(errs...)
	case write:
		var errs []error
		for _, r := range ratchets(code, prose, written) {
			errs = append(errs, os.WriteFile(r.path(), []byte(limitsText(r.count)), 0o644))
		}
		return errors.Join(errs...)
	case list:
		code.list(os.Stdout)
	case sentences:
		for _, f := range prose {
			fmt.Printf("%s: %s\n\t%s\n", f.file, f.instead, f.text)
		}
	default:
		code.print(os.Stdout, moduleOf(root))
	}
	return nil
}

// check compares each folder's count with its limit.
func (r ratchet) check() error {
	text, err := os.ReadFile(r.path())
	if err != nil {
		return err
	}
	limits, err := parseLimits(r.path(), string(text))
	if err != nil {
		return err
	}
	return r.within(limits)
}

func (r ratchet) within(limits map[string]int) error {
	var more []string
	for _, folder := range sortedKeys(r.count) {
		if r.count[folder] > limits[folder] {
			more = append(more, fmt.Sprintf("%s: %d, %d are allowed", folder, r.count[folder], limits[folder]))
		}
	}
	if len(more) > 0 {
		return fmt.Errorf("too many %s:\n%s", r.what, strings.Join(more, "\n"))
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

// list names what the limits of code count.
func (c *code) list(w io.Writer) {
	for _, f := range c.dense() {
		fmt.Fprintf(w, "%4d lines %s %s\n", f.lines, f.where, f.name)
	}
	for _, where := range c.parallel {
		fmt.Fprintf(w, "parallel %s\n", where)
	}
	for _, where := range c.literals {
		fmt.Fprintf(w, "literal %s\n", where)
	}
}

// byFolder counts files, with or without a line, by the folder of the top level that they are below.
func byFolder(files []string) map[string]int {
	counts := map[string]int{}
	for _, file := range files {
		counts[folderOf(file)]++
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
