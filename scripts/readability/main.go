// Command readability measures the readability of code: the length, density and nesting of functions.
//
//	go run ./scripts/readability [folder]     prints the measures of a folder's Go code, without tests and generated
//
// files
//
//	go run ./scripts/readability -check       fails when a folder has more dense functions than limits.txt allows, or
//	                                          a package variable is not what one is for
//	go run ./scripts/readability -write       writes limits.txt as the code is now
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

const limitsFile = "scripts/readability/limits.txt"

func main() {
	check := flag.Bool("check", false, "fail when there are more dense functions than "+limitsFile+" allows")
	write := flag.Bool("write", false, "write "+limitsFile)
	list := flag.Bool("list", false, "name the dense functions, the longest first")
	flag.Parse()

	if err := run(*check, *write, *list, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "readability:", err)
		os.Exit(1)
	}
}

func run(check, write, list bool, root string) error {
	if root == "" {
		root = "."
	}
	code, err := read(root)
	if err != nil {
		return err
	}

	switch {
	case check:
		return errors.Join(compare(code.denseByFolder()), code.variables.check())
	case write:
		return os.WriteFile(limitsFile, []byte(limitsText(code.denseByFolder())), 0o644)
	case list:
		for _, f := range code.dense() {
			fmt.Printf("%4d %s %s\n", f.lines, f.where, f.name)
		}
	default:
		code.print(os.Stdout)
	}
	return nil
}

// compare checks each folder's count against its limit.
func compare(now map[string]int) error {
	text, err := os.ReadFile(limitsFile)
	if err != nil {
		return err
	}
	limits, err := parseLimits(string(text))
	if err != nil {
		return err
	}

	var more []string
	for _, folder := range sortedKeys(now) {
		if now[folder] > limits[folder] {
			more = append(
				more,
				fmt.Sprintf("%s has %d dense functions, %d are allowed", folder, now[folder], limits[folder]),
			)
		}
	}
	if len(more) > 0 {
		return fmt.Errorf("%s\nPart their thoughts by blank lines; -list names them", strings.Join(more, "\n"))
	}
	return nil
}

func parseLimits(text string) (map[string]int, error) {
	limits := map[string]int{}
	for line := range strings.Lines(text) {
		var folder string
		var count int
		if _, err := fmt.Sscanf(line, "%s %d", &folder, &count); err != nil {
			return nil, fmt.Errorf("%s: %q is not a folder and a count", limitsFile, strings.TrimSpace(line))
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
		folder, _, nested := strings.Cut(f.file, "/")
		if !nested {
			folder = "."
		}
		counts[folder]++
	}
	return counts
}
