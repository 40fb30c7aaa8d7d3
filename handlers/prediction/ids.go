package prediction

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/internal/problem"
)

// kind is what the value of a reference is.
type kind int

const (
	condition kind = iota // Polymarket's id of a market on its chain
	number                // Polymarket's number of a market or an event
	slug                  // the last part of a page's address
	ticker                // Kalshi's id of a market or an event
	plainID               // Manifold's id
)

// reference is what a caller names a market or an event by.
type reference struct {
	venue string
	kind  kind
	value string
}

func (r reference) id() string { return r.venue + ":" + r.value }

var (
	conditionForm = regexp.MustCompile(`^0x[0-9a-f]{64}$`)
	numberForm    = regexp.MustCompile(`^[0-9]{1,12}$`)
	slugForm      = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,250}$`)
	tickerForm    = regexp.MustCompile(`^[A-Z0-9][A-Z0-9.-]{1,100}$`)
	bareTicker    = regexp.MustCompile(`^[A-Z0-9]+(-[A-Z0-9.]+)+$`)
	manifoldID    = regexp.MustCompile(`^[A-Za-z0-9]{8,24}$`)
)

// marketReference reads the name of a market in field; venue is what the caller gave separately, or "".
func marketReference(field, text, venue string) (reference, error) {
	text = strings.TrimSpace(text)
	found, ok, err := readReference(field, text)
	switch {
	case err != nil:
		return reference{}, err
	case ok && venue != "" && found.venue != venue:
		return reference{}, problem.Invalid("venue", "%s names a market of %s", field, found.venue)
	case ok:
		return found, nil
	case venue != "":
		return ofVenue(field, venue, text)
	}
	return reference{}, problem.Invalid(
		field,
		"the form of this id does not tell its venue: give venue, or begin it with "+
			"polymarket:, kalshi: or manifold:, as in kalshi:KXELONMARS-99",
	)
}

// readReference reads an address, an id with the name of its venue before it, or one whose form tells the venue.
func readReference(field, text string) (found reference, ok bool, err error) {
	if found, ok, err = readAddress(field, text); ok || err != nil {
		return found, ok, err
	}

	for _, venue := range []string{listing.Polymarket, listing.Kalshi, listing.Manifold} {
		if rest, cut := strings.CutPrefix(text, venue+":"); cut {
			found, err = ofVenue(field, venue, strings.TrimSpace(rest))
			return found, err == nil, err
		}
	}

	switch {
	case conditionForm.MatchString(strings.ToLower(text)):
		return reference{listing.Polymarket, condition, strings.ToLower(text)}, true, nil
	case numberForm.MatchString(text):
		return reference{listing.Polymarket, number, text}, true, nil
	case bareTicker.MatchString(text) && len(text) <= 100:
		return reference{listing.Kalshi, ticker, text}, true, nil
	}

	return reference{}, false, nil
}

// ofVenue reads an id of a known venue.
func ofVenue(field, venue, text string) (reference, error) {
	switch venue {
	case listing.Polymarket:
		switch {
		case conditionForm.MatchString(strings.ToLower(text)):
			return reference{venue, condition, strings.ToLower(text)}, nil
		case numberForm.MatchString(text):
			return reference{venue, number, text}, nil
		case slugForm.MatchString(text):
			return reference{venue, slug, text}, nil
		}
		return reference{}, problem.Invalid(
			field,
			"an id of Polymarket is 0x with 64 hexadecimal digits, a number, or a slug "+
				"in lower case with hyphens",
		)
	case listing.Kalshi:
		if upper := strings.ToUpper(text); tickerForm.MatchString(upper) {
			return reference{venue, ticker, upper}, nil
		}
		return reference{}, problem.Invalid(field, "an id of Kalshi is a ticker, as in KXELONMARS-99")
	}

	switch {
	case manifoldID.MatchString(text):
		return reference{venue, plainID, text}, nil
	case slugForm.MatchString(text):
		return reference{venue, slug, text}, nil
	}

	return reference{}, problem.Invalid(
		field,
		"an id of Manifold is 8 to 24 letters and digits, or a slug in lower case with hyphens",
	)
}

// readAddress reads the address of a page of one of the venues.
func readAddress(field, text string) (found reference, ok bool, err error) {
	if !strings.Contains(text, "://") {
		first, _, _ := strings.Cut(text, "/")
		if !strings.Contains(first, ".") || !strings.Contains(text, "/") {
			return reference{}, false, nil
		}
		text = "https://" + text
	}

	page, err := url.Parse(text)
	if err != nil {
		return reference{}, false, problem.Invalid(field, "not an address")
	}

	parts := strings.FieldsFunc(page.Path, func(r rune) bool { return r == '/' })
	venue := map[string]string{
		"polymarket.com":   listing.Polymarket,
		"kalshi.com":       listing.Kalshi,
		"manifold.markets": listing.Manifold,
	}[strings.TrimPrefix(strings.ToLower(page.Hostname()), "www.")]
	if venue == "" || len(parts) < 2 {
		return reference{}, false, problem.Invalid(
			field,
			"not the address of a market on polymarket.com, kalshi.com or manifold.markets",
		)
	}

	last := parts[len(parts)-1]
	if venue == listing.Kalshi && !strings.Contains(last, "-") {
		return reference{}, false, problem.Invalid(field, "this is the page of a series at Kalshi, which has several "+
			"events: give the ticker of the one meant, as in kalshi:KXELONMARS-99")
	}
	found, err = ofVenue(field, venue, last)
	if venue == listing.Manifold && err == nil {
		found.kind = slug
	}

	return found, err == nil, err
}
