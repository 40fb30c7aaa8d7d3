// Command testlog reads the output of "go test -json" and prints what "go test" would: the output of failed tests,
// and a line for each package. It writes the slowest tests to a file, slowest first.
//
//	go test -json ./... | go run ./scripts/testlog -slowest 20 -to FILE
//
// It fails if a package failed, if nothing was tested, or if the stream ends within a package.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	slowest := flag.Int("slowest", 20, "how many of the slowest tests are named")
	to := flag.String("to", "", "the file that names them")
	flag.Parse()

	l := newLog(os.Stdout)
	err := l.read(os.Stdin)
	if *to != "" {
		err = errors.Join(err, os.WriteFile(*to, []byte(l.slowest(*slowest)), 0o644))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testlog:", err)
		os.Exit(1)
	}
}

// event is a line of the stream; see "go doc test2json".
type event struct {
	Action     string
	Package    string
	ImportPath string // of what is built
	Test       string
	Elapsed    float64 // seconds
	Output     string
}

// timing is how long a test took, including waiting for others.
type timing struct {
	test    string
	seconds float64
}

type log struct {
	out     io.Writer
	held    map[string][]string // output of running tests, by package and test
	open    map[string]bool     // packages that have started but not ended
	ended   int
	failed  bool
	timings []timing
}

func newLog(out io.Writer) *log {
	return &log{
		out:  out,
		held: map[string][]string{},
		open: map[string]bool{},
	}
}

// read prints the stream as it arrives.
func (l *log) read(from io.Reader) error {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			l.line(line)
		}
		if errors.Is(err, io.EOF) {
			return l.verdict()
		}
		if err != nil {
			return err
		}
	}
}

func (l *log) verdict() error {
	switch {
	case len(l.open) > 0:
		return fmt.Errorf("the stream ended within %d packages", len(l.open))
	case l.failed:
		return errors.New("tests failed")
	case l.ended == 0:
		return errors.New("nothing was tested")
	}
	return nil
}

func (l *log) line(line string) {
	var e event
	if json.Unmarshal([]byte(line), &e) != nil {
		fmt.Fprint(l.out, line) // of the command, before it begins
		return
	}

	switch e.Action {
	case "start":
		l.open[e.Package] = true
	case "build-output":
		fmt.Fprint(l.out, e.Output)
	case "build-fail":
		l.failed = true
	case "output":
		l.output(e)
	case "pass", "fail", "skip":
		l.end(e)
	}
}

// output prints a package's output and holds back a test's until the result is known.
func (l *log) output(e event) {
	if e.Test != "" {
		l.held[e.key()] = append(l.held[e.key()], e.Output)
		return
	}
	if e.Output != "PASS\n" {
		fmt.Fprint(l.out, e.Output)
	}
}

func (e event) key() string { return e.Package + " " + e.Test }

// top reports whether the test is not a subtest.
func (e event) top() bool { return !strings.Contains(e.Test, "/") }

func (l *log) end(e event) {
	if e.Test == "" {
		delete(l.open, e.Package)
		l.ended++
		l.failed = l.failed || e.Action == "fail"
		return
	}

	if e.Action == "fail" {
		for _, text := range l.held[e.key()] {
			if !strings.HasPrefix(text, "=== ") {
				fmt.Fprint(l.out, text)
			}
		}
	}
	delete(l.held, e.key())
	if e.top() {
		l.timings = append(l.timings, timing{e.key(), e.Elapsed})
	}
}

// slowest returns lines of seconds and a test.
func (l *log) slowest(n int) string {
	slices.SortFunc(l.timings, func(a, b timing) int {
		return cmp.Or(cmp.Compare(b.seconds, a.seconds), cmp.Compare(a.test, b.test))
	})

	var lines strings.Builder
	for _, t := range l.timings[:min(n, len(l.timings))] {
		fmt.Fprintf(&lines, "%7.1f s %s\n", t.seconds, t.test)
	}
	return lines.String()
}
