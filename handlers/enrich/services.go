package enrich

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/network/dnslookup"
)

//go:embed data/verifications.tsv
var verificationsText string

// verification is the beginning of a text by which a service knows a domain's owner.
type verification struct{ service, begins string }

func readVerifications() ([]verification, error) {
	var out []verification
	for line := range strings.Lines(verificationsText) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		service, begins, ok := strings.Cut(line, "\t")
		if !ok || service == "" || begins == "" || begins != strings.ToLower(begins) {
			return nil, fmt.Errorf("%q is no verification", line)
		}
		out = append(out, verification{service, begins})
	}
	return out, nil
}

// services names those that a domain's texts prove it to, in order of names. The texts themselves are not shown.
func (h *Handlers) services(texts []string) []string {
	out := []string{}
	for _, text := range texts {
		text = strings.ToLower(strings.TrimSpace(text))
		for _, v := range h.verifications {
			if strings.HasPrefix(text, v.begins) && !slices.Contains(out, v.service) {
				out = append(out, v.service)
			}
		}
	}
	slices.Sort(out)
	return out
}

// declares says whether a name has a text of a version, such as "v=STSv1"; nil when it could not be looked up.
func (h *Handlers) declares(ctx context.Context, name, version string) *bool {
	list, err := h.DNS.TXT(ctx, name)
	if err != nil && !dnslookup.Absent(err) {
		return nil
	}
	found := slices.ContainsFunc(list, func(text string) bool {
		first, _, _ := strings.Cut(text, ";")
		return strings.EqualFold(strings.ReplaceAll(first, " ", ""), version)
	})
	return &found
}
