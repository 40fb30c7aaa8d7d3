// Command notices writes THIRD_PARTY_NOTICES.txt: the licences of the modules in the binary, as distributed with
// each, those of the third-party scripts on its pages, and the sources of the embedded data (data.tsv next to this
// file).
//
//	go run ./scripts/notices          write the file
//	go run ./scripts/notices -check   fail when it is not current
package main

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const file = "THIRD_PARTY_NOTICES.txt"

//go:embed data.tsv
var embedded string

func main() {
	check := flag.Bool("check", false, "fail when the file is not current")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	modules, err := linked()
	if err != nil {
		return err
	}
	text, err := notices(modules)
	if err != nil {
		return err
	}

	if check {
		now, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(now, text) {
			return fmt.Errorf("%s is not current: run go run ./scripts/notices", file)
		}
		return nil
	}
	return os.WriteFile(file, text, 0o644)
}

// module is a module linked into the binary.
type module struct {
	path, version, dir string
}

// repository is the path prefix of this repository's modules.
const repository = "github.com/farebox/farebox/"

// linked are the modules in the binary for this platform, except this repository's.
func linked() ([]module, error) {
	list := exec.Command("go", "list", "-deps", "-f",
		`{{with .Module}}{{if not .Main}}{{.Path}}{{"\t"}}{{.Version}}{{"\t"}}{{.Dir}}{{end}}{{end}}`, ".")
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}

	var modules []module
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		parts := strings.Split(line, "\t")
		if len(parts) == 3 && !strings.HasPrefix(parts[0], repository) {
			modules = append(modules, module{
				path:    parts[0],
				version: parts[1],
				dir:     parts[2],
			})
		}
	}
	return modules, nil
}

// licenceFile matches names of licence and notice files. A folder of licences is read too.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|unlicense)`)

// notices is the whole text. Modules with the same text share it.
func notices(modules []module) ([]byte, error) {
	users := map[string][]string{}
	for _, m := range modules {
		text, err := m.licences()
		if err != nil {
			return nil, err
		}
		users[text] = append(users[text], m.path+" "+m.version)
	}
	texts := make([]string, 0, len(users))
	for text := range users {
		texts = append(texts, text)
	}
	slices.SortFunc(texts, func(a, b string) int { return strings.Compare(users[a][0], users[b][0]) })

	var out bytes.Buffer
	out.WriteString("What others made that is in the farebox binary. Made by scripts/notices: do not edit.\n")
	section(&out, "Data")
	if err := writeData(&out); err != nil {
		return nil, err
	}
	section(&out, "Scripts of pages")
	if err := writeScripts(&out); err != nil {
		return nil, err
	}
	section(&out, "Modules")
	for _, text := range texts {
		for _, user := range users[text] {
			fmt.Fprintln(&out, user)
		}
		fmt.Fprintf(&out, "\n%s\n\n%s\n\n", text, strings.Repeat("-", 80))
	}
	return out.Bytes(), nil
}

// scriptLicences are the licences of the code packed into each third-party script, as found by scripts/vendor.
const scriptLicences = "server/*/vendor/*.licences.txt"

func writeScripts(out *bytes.Buffer) error {
	paths, err := filepath.Glob(scriptLicences)
	if err != nil {
		return err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n\n%s\n\n", strings.TrimSuffix(path, ".licences.txt"), tidy(string(text)))
	}
	return nil
}

func section(out *bytes.Buffer, title string) {
	line := strings.Repeat("=", 80)
	fmt.Fprintf(out, "\n%s\n%s\n%s\n\n", line, title, line)
}

// licences are the texts of a module's licence files. A module without one is an error: it may not be
// redistributed.
func (m module) licences() (string, error) {
	var texts []string
	entries, err := os.ReadDir(m.dir)
	if err != nil {
		return "", err
	}

	for _, e := range entries {
		if !licenceFile.MatchString(e.Name()) {
			continue
		}
		paths := []string{filepath.Join(m.dir, e.Name())}
		if e.IsDir() {
			if paths, err = filepath.Glob(filepath.Join(paths[0], "*")); err != nil {
				return "", err
			}
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return "", err
			}
			texts = append(texts, tidy(string(text)))
		}
	}

	if text, ok := elsewhere[m.path]; ok && len(texts) == 0 {
		return text, nil
	}
	if len(texts) == 0 {
		return "", fmt.Errorf("%s has no licence file", m.path)
	}

	return strings.Join(texts, "\n\n"), nil
}

// elsewhere names the licences of modules without a licence file.
var elsewhere = map[string]string{
	"github.com/holiman/bloomfilter/v2": "MIT License (as its README says). Copyright (c) 2014, 2015 Barry Allard, " +
		"2020 Martin Holst Swende.",
}

// tidy drops carriage returns and blanks at the ends of lines, so that the file is the same everywhere.
func tidy(text string) string {
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(text, "\r", "")), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return strings.Join(lines, "\n")
}

// writeData lists data.tsv.
func writeData(out *bytes.Buffer) error {
	for i, line := range strings.Split(strings.TrimSpace(embedded), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}

		parts := strings.Split(line, "\t")
		if len(parts) != 3 {
			return fmt.Errorf("data.tsv, line %d: three columns are wanted", i+1)
		}
		if _, err := os.Stat(parts[0]); err != nil {
			return fmt.Errorf("data.tsv, line %d: %w", i+1, err)
		}

		terms, err := termsOf(parts[2])
		if err != nil {
			return fmt.Errorf("data.tsv, line %d: %w", i+1, err)
		}

		fmt.Fprintf(out, "%s\n    from: %s\n    terms: %s\n\n", parts[0], parts[1], terms)
	}
	return nil
}

// termsOf are a column's terms: the column itself, or the text of the licence file that it names, if that must be
// redistributed in full.
func termsOf(column string) (string, error) {
	path, isFile := strings.CutPrefix(column, "file:")
	if !isFile {
		return column, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return "\n\n" + tidy(string(text)), nil
}
