package wikidata

import (
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Item is a thing with its statements.
type Item struct {
	QID     string                 `json:"id"`
	Missing *string                `json:"missing,omitempty"` // there is no such item, nor any of the members below
	Labels  languages[text]        `json:"labels,omitempty"`
	About   languages[text]        `json:"descriptions,omitempty"`
	Others  languages[[]text]      `json:"aliases,omitempty"`
	Claims  languages[[]Statement] `json:"claims,omitempty"`

	FetchedAt time.Time `json:"-"`
}

// lacks is the required member that an item lacks, "" if there is none: each of them comes, if empty.
func (i *Item) lacks() string {
	switch {
	case i.Missing != nil:
		return ""
	case i.Labels == nil:
		return "labels"
	case i.About == nil:
		return "descriptions"
	case i.Others == nil:
		return "aliases"
	case i.Claims == nil:
		return "claims"
	case !of(i.Labels, inAskedLanguage):
		return "labels.en"
	case !of(i.About, inAskedLanguage):
		return "descriptions.en"
	case !of(i.Others, inAskedLanguage):
		return "aliases.en"
	case !of(i.Claims, property.MatchString):
		return "claims.P31"
	}

	return ""
}

var property = regexp.MustCompile(`^P[1-9][0-9]*$`)

func inAskedLanguage(language string) bool { return slices.Contains(asked, language) }

// of says whether all keys of an object are such: one of another kind stands where a known one should be.
func of[T any](object map[string]T, such func(key string) bool) bool {
	for key := range object {
		if !such(key) {
			return false
		}
	}
	return true
}

// languages is an object by language or property. PHP prints an empty one as a list.
type languages[T any] map[string]T

// UnmarshalJSON accepts [] as an empty object.
func (l *languages[T]) UnmarshalJSON(raw []byte) error {
	if string(raw) == "[]" {
		*l = languages[T]{}
		return nil
	}
	var members map[string]T
	if err := upstream.Decode(raw, &members); err != nil {
		return err
	}
	*l = members
	return nil
}

type text struct {
	Value string `json:"value"`
}

// Statement is one claim with its rank.
type Statement struct {
	Main       Snak              `json:"mainsnak"`
	Rank       rank              `json:"rank"`
	Qualifiers languages[[]Snak] `json:"qualifiers,omitempty"` // most have none
}

type rank string

// Words are the ranks; a deprecated statement is known to be wrong.
func (rank) Words() []string { return []string{"preferred", "normal", "deprecated"} }

// Snak is a property with a value, or without a known one.
type Snak struct {
	Type  snakType `json:"snaktype"`
	Value *value   `json:"datavalue,omitempty"` // of the type "value" alone
}

type snakType string

// Words say whether a value is known.
func (snakType) Words() []string { return []string{"value", "somevalue", "novalue"} }

// value is that of a property. Quantities and places on the globe are passed over.
type value struct {
	text string // of a text, with or without a language
	item string // QID
	time string // +1976-04-01T00:00:00Z; month and day may be 00
}

// UnmarshalJSON reads a value of the types of Wikibase's data model that are needed.
func (v *value) UnmarshalJSON(raw []byte) error {
	var typed struct {
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
	}
	if err := upstream.Decode(raw, &typed); err != nil {
		return err
	}

	*v = value{}
	switch typed.Type {
	case "string":
		return upstream.Decode(typed.Value, &v.text)
	case "monolingualtext":
		var inLanguage struct {
			Text string `json:"text"`
		}
		err := upstream.Decode(typed.Value, &inLanguage)
		v.text = inLanguage.Text
		return err
	case "wikibase-entityid":
		var entity struct {
			ID string `json:"id"`
		}
		err := upstream.Decode(typed.Value, &entity)
		v.item = entity.ID
		return err
	case "time":
		var moment struct {
			Time string `json:"time"`
		}
		err := upstream.Decode(typed.Value, &moment)
		v.time = moment.Time
		return err
	}
	return nil
}

// UnmarshalJSON wants the value that the type promises.
func (s *Snak) UnmarshalJSON(raw []byte) error {
	type plain Snak
	if err := upstream.Decode(raw, (*plain)(s)); err != nil {
		return err
	}
	if s.Type == "value" && s.Value == nil {
		return upstream.Lacks("datavalue")
	}
	return nil
}

func (i *Item) exists() bool { return i != nil && i.Missing == nil && i.QID != "" }

// URL is the item's page.
func (i *Item) URL() string { return "https://www.wikidata.org/wiki/" + i.QID }

// Label is the item's name, in English where there is one.
func (i *Item) Label() string {
	for _, language := range []string{"en", "mul"} {
		if label := i.Labels[language].Value; label != "" {
			return label
		}
	}
	for _, language := range slices.Sorted(maps.Keys(i.Labels)) {
		return i.Labels[language].Value
	}
	return ""
}

// Aliases are other names, English ones and those of no language.
func (i *Item) Aliases() []string {
	var aliases []string
	for _, language := range []string{"en", "mul"} {
		for _, alias := range i.Others[language] {
			aliases = append(aliases, alias.Value)
		}
	}
	return aliases
}

// Description says in English what the item is, "" where nobody wrote it.
func (i *Item) Description() string { return cmp.Or(i.About["en"].Value, i.About["mul"].Value) }

// best are the statements that count: the preferred ones where there are any, else the normal ones. Deprecated ones are
// known to be wrong.
func (i *Item) best(property string) []Statement {
	var preferred, normal []Statement
	for _, s := range i.Claims[property] {
		switch {
		case s.Main.Type != "value":
		case s.Rank == "preferred":
			preferred = append(preferred, s)
		case s.Rank != "deprecated":
			normal = append(normal, s)
		}
	}
	if len(preferred) > 0 {
		return preferred
	}
	return normal
}

// Strings are the values of a property whose values are texts or identifiers. Those of texts in a language too.
func (i *Item) Strings(property string) []string {
	var values []string
	for _, s := range i.best(property) {
		if len(s.Qualifiers[PropEndTime]) > 0 {
			continue // no longer so
		}
		if v := s.Main.string(); v != "" && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// Former is a text that was valid until a day.
type Former struct {
	Text  string
	Until time.Time // zero where the day is not known
}

// Former are the texts of a property that no longer hold.
func (i *Item) Former(property string) []Former {
	var all []Former
	for _, s := range i.Claims[property] {
		ends := s.Qualifiers[PropEndTime]
		text := s.Main.string()
		if s.Rank == "deprecated" || len(ends) == 0 || text == "" {
			continue
		}
		until, _ := ends[0].day()
		all = append(all, Former{text, until})
	}
	return all
}

func (s Snak) string() string {
	if s.Value == nil {
		return ""
	}
	return strings.TrimSpace(s.Value.text)
}

func (s Snak) item() string {
	if s.Value == nil {
		return ""
	}
	return s.Value.item
}

// Items are the QIDs that a property leads to.
func (i *Item) Items(property string) []string {
	var values []string
	for _, s := range i.best(property) {
		if v := s.Main.item(); v != "" && len(s.Qualifiers[PropEndTime]) == 0 {
			values = append(values, v)
		}
	}
	return values
}

// Day is the first day that a property gives, with what is not known of it at its beginning: a year is its first of
// January. False when there is none, and for days before our era.
func (i *Item) Day(property string) (time.Time, bool) {
	for _, s := range i.best(property) {
		if t, ok := s.Main.day(); ok {
			return t, true
		}
	}
	return time.Time{}, false
}

// day is the first day of a time. False for a missing value, and for days before our era.
func (s Snak) day() (time.Time, bool) {
	if s.Value == nil {
		return time.Time{}, false
	}
	day, _, _ := strings.Cut(strings.TrimPrefix(s.Value.time, "+"), "T")
	day = strings.ReplaceAll(day, "-00", "-01")
	t, err := time.Parse(time.DateOnly, day)
	return t, err == nil
}

// Listing is a stock exchange where shares of the item are traded now.
type Listing struct {
	Exchange string // its QID
	Ticker   string
}

// Listings are those that have a ticker and no end.
func (i *Item) Listings() []Listing {
	var listings []Listing
	for _, s := range i.best(PropExchange) {
		if len(s.Qualifiers[PropEndTime]) > 0 {
			continue
		}
		for _, ticker := range s.Qualifiers[PropTicker] {
			if t := ticker.string(); t != "" {
				listings = append(listings, Listing{
					Exchange: s.Main.item(),
					Ticker:   t,
				})
			}
		}
	}
	return listings
}
