package wikidata

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// Item is a thing with its statements.
type Item struct {
	QID     string                 `json:"id"`
	Missing *string                `json:"missing"`
	Labels  languages[text]        `json:"labels"`
	About   languages[text]        `json:"descriptions"`
	Others  languages[[]text]      `json:"aliases"`
	Claims  languages[[]Statement] `json:"claims"`

	FetchedAt time.Time `json:"-"`
}

// languages is an object by language or property. PHP prints an empty one as a list.
type languages[T any] map[string]T

// UnmarshalJSON takes [] for an empty object.
func (l *languages[T]) UnmarshalJSON(raw []byte) error {
	if strings.HasPrefix(strings.TrimSpace(string(raw)), "[") {
		*l = nil
		return nil
	}
	var members map[string]T
	if err := json.Unmarshal(raw, &members); err != nil {
		return err
	}
	*l = members
	return nil
}

type text struct {
	Language string `json:"language"`
	Value    string `json:"value"`
}

// Statement is one claim with its rank.
type Statement struct {
	Main       Snak              `json:"mainsnak"`
	Rank       string            `json:"rank"` // preferred, normal, deprecated
	Qualifiers languages[[]Snak] `json:"qualifiers"`
}

// Snak is a property with a value, or without a known one.
type Snak struct {
	Type  string `json:"snaktype"` // value, somevalue, novalue
	Value struct {
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
	} `json:"datavalue"`
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

func (s Snak) string() string {
	var plain string
	if json.Unmarshal(s.Value.Value, &plain) == nil {
		return strings.TrimSpace(plain)
	}
	var inLanguage struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(s.Value.Value, &inLanguage)
	return strings.TrimSpace(inLanguage.Text)
}

func (s Snak) item() string {
	var v struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(s.Value.Value, &v)
	return v.ID
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
		var v struct {
			Time string `json:"time"` // +1976-04-01T00:00:00Z; month and day may be 00
		}
		if json.Unmarshal(s.Main.Value.Value, &v) != nil {
			continue
		}
		day, _, _ := strings.Cut(strings.TrimPrefix(v.Time, "+"), "T")
		day = strings.ReplaceAll(day, "-00", "-01")
		if t, err := time.Parse(time.DateOnly, day); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
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
