// Package awardees finds recipients of federal awards by name, UEI or DUNS number, and says how sure it is of them. Two
// organisations are never taken for one: whatever else fits is given beside the one that was chosen.
package awardees

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/usaspending"
)

// mostCompared is how many entries of the list are compared: those with the most money of the last twelve months.
const mostCompared = 100

// Method is by what a recipient was found.
type Method string

// The methods, the surest first.
const (
	ByUEI       Method = "uei"
	ByDUNS      Method = "duns"
	ByExactName Method = "exact_name"
	BySameName  Method = "same_name" // the same but for legal form, punctuation and abbreviations
)

// Candidate is an entry of the list with how far its name agrees with the one that was asked for, from 0 to 100.
type Candidate struct {
	usaspending.Recipient

	Score int
	meant bool // it has the identifier or the name that was asked for
}

// Found is what the list has for a text.
type Found struct {
	// Best is the entry that is meant, nil without one: likeness does not choose. Method is by what.
	Best   *Candidate
	Method Method
	// Ambiguous is true when an entry with another identifier fits as well.
	Ambiguous bool
	// Others are all further entries, best first.
	Others []Candidate
	// Total is how many entries hold the text, Compared how many of them were compared.
	Total    int
	Compared int
}

// Finder finds recipients.
type Finder struct {
	list  *usaspending.Client
	names *names.Engine
	same  *samename.Rule
}

// New returns a finder over the pool's list of recipients.
func New(pool *upstream.Pool, engine *names.Engine) *Finder {
	return &Finder{
		list:  usaspending.New(pool),
		names: engine,
		same:  samename.New(engine),
	}
}

// Find looks for text in the list of recipients, which finds what holds a text to the letter. A name that no entry has
// so is asked for again with less of what registers write in many ways: see [ways]. Parts of it are asked for
// only until they find something. A text that names nobody, and finds nobody, is a problem with field.
func (f *Finder) Find(ctx context.Context, field, text string) (*Found, error) {
	asked := normal(text)
	var found *Found
	whole, parts := ways(asked)
	for i, way := range append(whole, parts...) {
		if i >= len(whole) && found.Compared > 0 {
			break
		}
		list, err := f.list.FindRecipients(ctx, way, mostCompared)
		if err != nil {
			return nil, err
		}

		next := f.choose(asked, list)
		if next.Best != nil {
			return f.withNamesakes(ctx, asked, list, next)
		}
		if err := incomparable(asked, list); err != nil {
			return nil, err
		}
		if found == nil || found.Compared == 0 {
			found = next
		}
	}
	return found, f.same.Asks(field, text)
}

// withNamesakes looks for further entries of a name that was found as it was written, by the part of it that all ways
// of writing it have: UNION HOSPITAL INC has a namesake in UNION HOSPITAL.
func (f *Finder) withNamesakes(
	ctx context.Context, asked string, list *usaspending.RecipientList, found *Found,
) (*Found, error) {
	common := samename.Pieces(samename.Core(asked))[0]
	if found.Method == ByUEI || found.Method == ByDUNS || len(common) < samename.LeastPart || common == asked {
		return found, nil
	}

	more, err := f.list.FindRecipients(ctx, common, mostCompared)
	if err != nil {
		return nil, err
	}
	for _, r := range more.Recipients {
		known := func(other usaspending.Recipient) bool { return other.ID == r.ID }
		if !slices.ContainsFunc(list.Recipients, known) {
			list.Recipients = append(list.Recipients, r)
		}
	}
	list.Total = max(list.Total, more.Total)
	return f.choose(asked, list), nil
}

// ways are the texts that a recipient is looked for by, see [samename.Held]. An identifier has one way.
func ways(asked string) (whole, partly []string) {
	if is(identifier.UEI, asked) || is(identifier.DUNS, asked) {
		return []string{asked}, nil
	}
	return samename.Held(asked)
}

// incomparable is an error where entries lack what they would be chosen by: nobody knows that none of them fits.
func incomparable(asked string, list *usaspending.RecipientList) error {
	lacks := func(member string, empty func(usaspending.Recipient) bool) error {
		if !slices.ContainsFunc(list.Recipients, empty) {
			return nil
		}
		return &upstream.Error{
			Kind:     upstream.BadResponse,
			Provider: usaspending.Provider.Name,
			Cause:    upstream.Lacks("results[]." + member),
		}
	}
	if is(identifier.UEI, asked) {
		return lacks("uei", func(r usaspending.Recipient) bool { return r.UEI == "" })
	}
	return lacks("name", func(r usaspending.Recipient) bool { return strings.TrimSpace(r.Name) == "" })
}

// is says whether a text is an identifier by its reader.
func is(reader func(string) (string, error), text string) bool {
	_, err := reader(text)
	return err == nil
}

// normal is a text in the form of the list: an identifier, else upper case, one blank between words, no double quotes.
func normal(text string) string {
	for _, reader := range []func(string) (string, error){identifier.UEI, identifier.DUNS} {
		if id, err := reader(text); err == nil {
			return id
		}
	}
	return strings.ToUpper(strings.Join(strings.Fields(strings.ReplaceAll(text, `"`, " ")), " "))
}

// choose takes the entry that fits best, and leaves the others.
func (f *Finder) choose(asked string, list *usaspending.RecipientList) *Found {
	found := &Found{
		Total:    list.Total,
		Compared: len(list.Recipients),
	}

	id := func(usaspending.Recipient) bool { return false }
	switch {
	case is(identifier.UEI, asked):
		found.Method = ByUEI
		id = func(r usaspending.Recipient) bool { return strings.EqualFold(r.UEI, asked) }
	case is(identifier.DUNS, asked):
		found.Method = ByDUNS
		id = func(r usaspending.Recipient) bool { return r.DUNS == asked }
	}

	form, err := f.names.Prepare(names.Company, asked, "US")
	if err != nil {
		form = nil
	}
	all := make([]Candidate, 0, len(list.Recipients))
	byID := false
	for _, r := range list.Recipients {
		c := Candidate{Recipient: r}
		switch {
		case id(r):
			c.Score = 100
			c.meant = true
			byID = true
		case form != nil:
			c.Score = f.score(form, asked, r.Name)
			c.meant = f.same.Read(asked).Proves(f.same.Read(r.Name))
		}
		all = append(all, c)
	}
	if byID {
		// A name that looks like the identifier is not what was asked for.
		for i := range all {
			if !id(all[i].Recipient) {
				all[i].Score = 0
				all[i].meant = false
			}
		}
	}

	slices.SortStableFunc(all, better)
	if len(all) == 0 || !all[0].meant {
		found.Others = all
		found.Method = ""
		return found
	}

	best := all[0]
	found.Best = &best
	found.Others = all[1:]
	if !byID {
		found.Method = BySameName
		if normal(best.Name) == asked {
			found.Method = ByExactName
		}
		found.Ambiguous = slices.ContainsFunc(found.Others, func(c Candidate) bool {
			return c.meant && organisation(c.Recipient) != organisation(best.Recipient)
		})
	}
	return found
}

// score is how far a name of the list agrees with the one that was asked for. Only equal names have 100.
func (f *Finder) score(form *names.Form, asked, name string) int {
	if normal(name) == asked {
		return 100
	}
	other, err := f.names.Prepare(names.Company, name, "US")
	if err != nil {
		return 0
	}
	return min(99, int(math.Floor(f.names.Score(form, other)+0.5)))
}

// better puts those first that are meant, then the names that agree more, the higher level, and the larger amount.
func better(a, b Candidate) int {
	return cmp.Or(
		order(b.meant)-order(a.meant),
		cmp.Compare(b.Score, a.Score),
		cmp.Compare(levels[b.Level], levels[a.Level]),
		b.Amount.Cmp(a.Amount),
		cmp.Compare(a.ID, b.ID),
	)
}

func order(first bool) int {
	if first {
		return 1
	}
	return 0
}

var levels = map[usaspending.Level]int{
	usaspending.LevelParent: 3,
	usaspending.LevelChild:  2,
	usaspending.LevelAlone:  1,
}

// organisation is what tells entries of one organisation from those of others: its UEI, else the id without its level.
func organisation(r usaspending.Recipient) string {
	if r.UEI != "" {
		return r.UEI
	}
	id, _, _ := cutLevel(r.ID)
	return id
}

// cutLevel parts an id from its level.
func cutLevel(id string) (hash, level string, ok bool) {
	at := strings.LastIndexByte(id, '-')
	if at < 0 {
		return id, "", false
	}
	return id[:at], id[at+1:], true
}
