package match

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	gen "github.com/farebox/farebox/gen/match"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// longestText is the most characters of one text of an item; with 10,000 items it bounds the work.
const longestText = 500

// item is one entry of the list to deduplicate.
type item struct {
	index int
	id    string
	value string
	// copies is how many items are equal to this one in every field, itself included.
	copies int

	form                         *names.Form
	email, phone, dob, addressOf *names.Form // nil when not given or not readable
	postcode, country            string
}

// fields are the members of an item written as an object.
type fields struct {
	ID       json.RawMessage `json:"id"`
	Value    *string         `json:"value"`
	Name     *string         `json:"name"`
	Email    *string         `json:"email"`
	Phone    *string         `json:"phone"`
	DOB      *string         `json:"dob"`
	Address  *string         `json:"address"`
	Postcode *string         `json:"postcode"`
	Country  *string         `json:"country"`
}

// readItem reads a string or an object. Errors name the item and the member.
func readItem(i int, raw json.RawMessage) (fields, error) {
	where := fmt.Sprintf("items[%d]", i)
	var f fields
	trimmed := bytes.TrimSpace(raw)
	switch {
	case len(trimmed) > 0 && trimmed[0] == '"':
		var s string
		if err := json.Unmarshal(trimmed, &s); err != nil {
			return f, problem.Invalid("items", "%s is not a valid string", where)
		}
		f.Value = &s
	case len(trimmed) > 0 && trimmed[0] == '{':
		d := json.NewDecoder(bytes.NewReader(trimmed))
		d.DisallowUnknownFields()
		if err := d.Decode(&f); err != nil {
			return f, problem.Invalid("items", "%s must have only the members id, value (or name), email, phone, dob, address, postcode, country, all strings", where)
		}
	default:
		return f, problem.Invalid("items", "%s must be a string or an object with value", where)
	}

	if f.Value == nil {
		f.Value = f.Name
	} else if f.Name != nil {
		return f, problem.Invalid("items", "%s has value and name: give one of them", where)
	}

	if f.Value == nil {
		return f, problem.Invalid("items", "%s has no value", where)
	}

	for _, m := range []struct {
		name string
		text *string
	}{{"value", f.Value}, {"email", f.Email}, {"phone", f.Phone}, {"dob", f.DOB}, {"address", f.Address}, {"postcode", f.Postcode}, {"country", f.Country}} {
		if m.text != nil && len(*m.text) > longestText && utf8.RuneCountInString(*m.text) > longestText {
			return f, problem.Invalid("items", "%s: %s must have at most %d characters", where, m.name, longestText)
		}
	}

	return f, nil
}

// idOf reads an id: a string or a whole number, as written.
func idOf(i int, raw json.RawMessage) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		if utf8.RuneCountInString(s) > longestText {
			return "", problem.Invalid("items", "items[%d]: id must have at most %d characters", i, longestText)
		}
		return s, nil
	}
	var n json.Number
	if len(raw) > 64 || json.Unmarshal(raw, &n) != nil || strings.ContainsAny(n.String(), ".eE") {
		return "", problem.Invalid("items", "items[%d]: id must be a string or a whole number", i)
	}
	return n.String(), nil
}

// readItems prepares all items. Items whose value cannot be read are set aside, not refused: one bad
// row of a table should not cost the answer.
func (h *Handlers) readItems(raws []json.RawMessage, kindGiven *string, country string) (items []*item, skipped []gen.MatchDedupeSkipped, kind names.Kind, guessed bool, err error) {
	all := make([]fields, len(raws))
	for i, raw := range raws {
		if all[i], err = readItem(i, raw); err != nil {
			return nil, nil, "", false, err
		}
	}

	kind, guessed, err = h.kindOf(kindGiven, sample(all)...)
	if err != nil {
		return nil, nil, "", false, err
	}

	skipped = []gen.MatchDedupeSkipped{}
	for i, f := range all {
		id, err := idOf(i, f.ID)
		if err != nil {
			return nil, nil, "", false, err
		}
		region := country
		own := countryCode(f.Country)
		if own != "" {
			region = own
		}
		form, err := h.read(kind, *f.Value, region)
		if err != nil {
			skipped = append(skipped, gen.MatchDedupeSkipped{
				Index:  i,
				ID:     response.OrNull(id),
				Reason: "the value " + unreadable(kind, err),
			})
			continue
		}
		it := &item{index: i, id: id, value: *f.Value, copies: 1, form: form}
		it.email = h.optional(names.Email, f.Email, country)
		it.phone = h.optional(names.Phone, f.Phone, region)
		it.dob = h.optional(names.Date, f.DOB, country)
		it.addressOf = h.optional(names.Address, f.Address, country)
		it.postcode = compactUpper(f.Postcode)
		it.country = own
		items = append(items, it)
	}

	return items, skipped, kind, guessed, nil
}

// sampled is how many values the type is guessed from.
const sampled = 200

func sample(all []fields) []string {
	step := max(1, len(all)/sampled)
	var out []string
	for i := 0; i < len(all); i += step {
		out = append(out, *all[i].Value)
	}
	return out
}

func (h *Handlers) optional(kind names.Kind, s *string, country string) *names.Form {
	if s == nil {
		return nil
	}
	f, err := h.engine.Prepare(kind, *s, country)
	if err != nil {
		return nil // as good as not given
	}
	return f
}

// countryCode is an item's country, empty when it is not two letters: names of countries are not compared.
func countryCode(s *string) string {
	code := compactUpper(s)
	if len(code) != 2 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return code
}

func compactUpper(s *string) string {
	if s == nil {
		return ""
	}
	return strings.ToUpper(strings.Join(strings.Fields(*s), ""))
}

// identity is equal for items that are written alike in every field, case and spaces aside.
func (it *item) identity() string {
	parts := []string{it.value, it.postcode, it.country}
	for _, f := range []*names.Form{it.email, it.phone, it.dob, it.addressOf} {
		if f == nil {
			parts = append(parts, "")
		} else {
			parts = append(parts, f.Raw)
		}
	}
	for i, p := range parts {
		parts[i] = strings.ToLower(strings.Join(strings.Fields(p), " "))
	}
	return strings.Join(parts, "\x00")
}
