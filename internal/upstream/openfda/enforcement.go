package openfda

import (
	"context"
	"regexp"
	"slices"
	"strings"
)

// Kind is a kind of goods with an enforcement report of its own.
type Kind string

// The kinds.
const (
	Food   Kind = "food"
	Drug   Kind = "drug"
	Device Kind = "device"
)

// Recalls gives recalls of goods of a kind.
func (c *Client) Recalls(ctx context.Context, kind Kind, q Query) (Found[Recall], error) {
	return records[Recall](ctx, c, "/"+string(kind)+"/enforcement.json", q, recallTTL)
}

// The words for the state of a recall. One is completed when the firm has done what it was to do, and terminated when
// the FDA agrees (21 CFR 7.55).
var (
	OpenStates   = []string{"Ongoing", "Pending"}
	ClosedStates = []string{"Completed", "Terminated"}
)

// Open is whether a recall is still ongoing, nil for an unknown state.
func (r Recall) Open() *bool {
	open := slices.Contains(OpenStates, r.Status)
	if !open && !slices.Contains(ClosedStates, r.Status) {
		return nil
	}
	return &open
}

var codeInText = regexp.MustCompile(`\bNDC\b[^0-9]{0,12}(\d{4,5}-\d{3,4}(?:-\d{1,2})?)\b`)

// NDCs are the National Drug Codes that the record names, as it writes them: of products or of packages. A record that
// names none may be of any.
func (r Recall) NDCs() []string {
	list := slices.Clone(r.Names.ProductNDC)
	for _, m := range codeInText.FindAllStringSubmatch(r.Product+" "+r.Codes, -1) {
		list = append(list, m[1])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Lots are the lots, serial numbers and dates that the recall is limited to, in the words of the firm; "" when the
// record has none.
func (r Recall) Lots() string {
	return strings.Join(strings.Fields(r.Codes+" "+r.MoreCodes), " ")
}
