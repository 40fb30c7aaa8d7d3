// Command countrynames derives the table of package country from the names that github.com/biter777/countries knows.
// That package is 400 kB of switch statements, which the compiler takes a quarter of a minute for. In scripts/research:
//
//	go run ./countrynames > ../../internal/place/country/data/names.tsv
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/biter777/countries"
)

func main() {
	forms, err := knownForms()
	if err != nil {
		log.Fatal(err)
	}

	found := map[countries.CountryCode][]string{}
	for _, form := range forms {
		code := countries.ByName(form)
		if isCountry(code) && !loose[strings.ToLower(form)] && form == strings.ToUpper(letters(form)) {
			found[code] = append(found[code], form)
		}
	}

	codes := slices.SortedFunc(maps.Keys(found), func(a, b countries.CountryCode) int {
		return strings.Compare(a.Alpha2(), b.Alpha2())
	})
	for _, code := range codes {
		name := code.String()
		if usual, ok := names[code.Alpha3()]; ok {
			name = usual
		}
		slices.Sort(found[code])
		fmt.Printf("%s\t%s\t%s\t%s\n", code.Alpha2(), code.Alpha3(), name, strings.Join(found[code], " "))
	}
}

func isCountry(code countries.CountryCode) bool {
	return code.IsValid() && len(code.Alpha2()) == 2 && len(code.Alpha3()) == 3 && !gone[code.Alpha3()]
}

// knownForms reads the cases of the library's ByName from its source: it has no list of them.
func knownForms() ([]string, error) {
	folder, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/biter777/countries").Output()
	if err != nil {
		return nil, fmt.Errorf("finding the library: %w", err)
	}
	source := filepath.Join(strings.TrimSpace(string(folder)), "countries.go")
	file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("reading the library: %w", err)
	}

	var forms []string
	ast.Inspect(file, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncDecl); ok {
			return f.Name.Name == "ByName"
		}
		if c, ok := n.(*ast.CaseClause); ok {
			forms = append(forms, texts(c.List)...)
		}
		return true
	})
	return forms, nil
}

func texts(cases []ast.Expr) []string {
	var all []string
	for _, c := range cases {
		literal, ok := c.(*ast.BasicLit)
		if !ok {
			continue
		}
		if text, err := strconv.Unquote(literal.Value); err == nil {
			all = append(all, text)
		}
	}
	return all
}

// letters are what the library compares.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, name)
}
