package legislative

import (
	"context"
	"regexp"
	"strings"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream/federalregister"
)

// agency is one by its letters, which regulations.gov takes, or by its slug, which the Federal Register takes.
type agency struct{ letters, slug string }

var (
	agencyLetters = regexp.MustCompile(`^[A-Z][A-Z0-9]{1,14}$`)
	agencySlug    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
)

func agencyOf(text string) (agency, error) {
	text = strings.TrimSpace(text)
	if letters := strings.ToUpper(text); agencyLetters.MatchString(letters) {
		return agency{letters: letters}, nil
	}
	if slug := strings.ToLower(text); agencySlug.MatchString(slug) {
		return agency{slug: slug}, nil
	}
	return agency{}, problem.Invalid("agency",
		"agency must be letters such as EPA, or a name of federalregister.gov such as environmental-protection-agency")
}

// code is the letters of an agency, empty when none was asked for.
func (h *Handlers) code(ctx context.Context, a agency) (string, error) {
	if a.slug == "" {
		return a.letters, nil
	}
	known, err := h.known(ctx, a)
	if err != nil {
		return "", err
	}
	if known.ShortName == "" {
		return "", problem.Invalid("agency", "agency %s has no letters on record; give those of regulations.gov",
			a.slug)
	}
	return strings.ToUpper(known.ShortName), nil
}

// slug is the slug of an agency, empty when none was asked for.
func (h *Handlers) slug(ctx context.Context, a agency) (string, error) {
	if a == (agency{}) {
		return "", nil
	}
	known, err := h.known(ctx, a)
	if err != nil {
		return "", err
	}
	return known.Slug, nil
}

// known looks the agency up in the Federal Register's list. One slug that does not exist fails a whole search there.
func (h *Handlers) known(ctx context.Context, a agency) (federalregister.Agency, error) {
	list, err := h.register.Agencies(ctx)
	if err != nil {
		return federalregister.Agency{}, err
	}
	for _, known := range list {
		if a.slug != "" && known.Slug == a.slug || a.letters != "" && strings.EqualFold(known.ShortName, a.letters) {
			return known, nil
		}
	}
	return federalregister.Agency{}, problem.Invalid("agency", "federalregister.gov knows no such agency")
}
