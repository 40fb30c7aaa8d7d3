package bank

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed data/countries.psv
var countriesFile string

// parseCountries reads code|name rows.
func parseCountries(text string) (map[string]string, error) {
	names := make(map[string]string, 256)
	err := eachRow(text, 2, func(f []string) error {
		names[f[0]] = f[1]
		return nil
	})
	return names, err
}

// eachRow calls row with the fields of each line of a psv file other than blank lines and # comments.
func eachRow(text string, fields int, row func([]string) error) error {
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != fields {
			return fmt.Errorf("line %d: %d fields, want %d", n+1, len(f), fields)
		}
		if err := row(f); err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	return nil
}
