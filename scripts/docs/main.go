// Command docs writes the parts of the documentation that follow from the code: docs/configuration.md from the
// settings, docs/upstreams.md from the declared data providers, and docs/tables.md from the declared tables of the
// program. docs/routes.md, docs/quality/nulls.md and the groups of routes in README.md come from the spec, the maps of
// docs/contributing.md and docs/layout.md from the spec and the comments of packages. The READMEs of sdk/ get the codes
// of errors. It fails if a link of a page leads nowhere.
//
//	go run ./scripts/docs          write what differs
//	go run ./scripts/docs -check   write nothing; fail when a file is not current
//	go run ./scripts/docs -past    write nothing; fail when a table of the program is past its last day
//	go run ./scripts/docs -answers bin/answers
//	                               count how often the members of kept answers are filled, then write what differs
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server"
	"github.com/farebox/farebox/server/catalog"
	"github.com/farebox/farebox/server/discovery"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing, and fail on a difference")
	past := flag.Bool("past", false, "check only that no table is past its last day")
	answers := flag.String("answers", "", "folder of answers that tests have kept: count how often their members are filled")
	flag.Parse()
	act := func() error { return run(*check) }
	if *past {
		act = func() error { return nonePast(time.Now()) }
	}
	if *answers != "" {
		act = func() error { return count(*answers) }
	}
	if err := act(); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

// count writes what was counted in a folder of answers, and the page that shows it.
func count(folder string) error {
	loaded, err := spec.Load(gen.OpenAPI)
	if err != nil {
		return err
	}
	if err := countAnswers(loaded, folder); err != nil {
		return err
	}
	return run(false)
}

func run(check bool) error {
	loaded, err := spec.Load(gen.OpenAPI)
	if err != nil {
		return err
	}

	readme, err := withTable("README.md", "routes", groups(loaded))
	if err != nil {
		return err
	}

	contributing, err := withTable("docs/contributing.md", "rooms", rooms(loaded))
	if err != nil {
		return err
	}

	packages, err := engines(".")
	if err != nil {
		return err
	}
	layout, err := withTable("docs/layout.md", "engines", packages)
	if err != nil {
		return err
	}

	tables, err := catalog.Tables()
	if err != nil {
		return err
	}

	providers, err := server.Providers()
	if err != nil {
		return err
	}

	counts, err := readFilled(filledTable)
	if err != nil {
		return err
	}

	texts := map[string]string{
		"README.md":             readme,
		"docs/contributing.md":  contributing,
		"docs/layout.md":        layout,
		"docs/configuration.md": configuration(server.Settings()),
		"docs/routes.md":        routes(loaded),
		"docs/errors.md":        errorsPage(problem.Codes()),
		"docs/upstreams.md":     upstreams(providers, evm.Providers()),
		"docs/tables.md":        tablesPage(tables),
		"docs/quality/nulls.md": nullsPage(loaded, counts),
	}

	for _, path := range []string{"sdk/go/README.md", "sdk/python/README.md", "sdk/typescript/README.md"} {
		if texts[path], err = withCodes(path); err != nil {
			return err
		}
	}

	for path, text := range texts {
		old, err := os.ReadFile(path)
		if err == nil && string(old) == text {
			continue
		}
		if check {
			return fmt.Errorf("%s is not what the code gives; run make gen", path)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
		fmt.Println("wrote", path)
	}

	return deadLinks(".")
}

// between replaces the text between two marks.
func between(text, open, end, middle string) (string, error) {
	head, rest, ok := strings.Cut(text, open)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return "", fmt.Errorf("the marks %s and %s are missing", open, end)
	}
	return head + open + "\n" + middle + end + tail, nil
}

// groups is the table in README.md: a line for each group of families.
func groups(s *spec.Spec) string {
	var b strings.Builder
	fmt.Fprintf(
		&b,
		"%d routes in %d families ([all, with prices](docs/routes.md)):\n\n",
		len(s.Operations),
		len(s.Families),
	)

	b.WriteString("| group | routes | families |\n|---|---|---|\n")
	for _, group := range s.Groups() {
		count := 0
		var names []string
		for _, f := range s.Families {
			if f.Group == group {
				count += len(f.Operations)
				names = append(names, f.Name)
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %s |\n", group, count, strings.Join(names, ", "))
	}

	return b.String()
}

// routes is docs/routes.md: every route with its price, by group.
func routes(s *spec.Spec) string {
	var b strings.Builder
	b.WriteString("<!-- Generated by scripts/docs from openapi/. Do not edit. -->\n# Routes\n")
	for _, group := range s.Groups() {
		fmt.Fprintf(&b, "\n## %s\n\n| route | price | what it gives |\n|---|---|---|\n", group)
		for _, f := range s.Families {
			if f.Group != group {
				continue
			}
			for _, op := range f.Operations {
				price := "free"
				if op.Paid {
					price = "$" + discovery.PriceUSD(op)
				}
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", op.Name(), price, cell(op.Summary))
			}
		}
	}

	return b.String()
}

func configuration(settings []server.Setting) string {
	var b strings.Builder
	b.WriteString("<!-- Generated by scripts/docs from server.Config. Do not edit. -->\n# Configuration\n\n" +
		"Every setting is an environment variable; `farebox serve --help` prints the same list. " +
		"`farebox dev` fills in what\n" +
		"it needs. Settings are checked at start: the process names each one that is wrong and stops.\n\n" +
		server.SecretFilesHelp + " A line break at the end\n" +
		"of the file is left out. A file that is named and cannot be read, is empty or is longer than 64 kB stops " +
		"the start.\n\n" +
		"| variable | default | meaning |\n|---|---|---|\n")

	for _, s := range settings {
		def := ""
		if s.Default != "" {
			def = "`" + s.Default + "`"
		}
		help := s.Help
		if s.Secret {
			help += " *Secret: never logged.*"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Name, def, cell(help))
	}

	return b.String()
}

func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "\\|")
}
