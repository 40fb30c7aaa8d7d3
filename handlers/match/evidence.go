package match

import (
	"math"

	gen "github.com/farebox/farebox/gen/match"
)

// hasFields says whether an item has anything besides its value.
func (it *item) hasFields() bool {
	return it.email != nil || it.phone != nil || it.dob != nil || it.addressOf != nil ||
		it.postcode != "" || it.country != ""
}

// clue is one thing besides the values that speaks for or against two items.
type clue struct {
	code   string
	points float64
	a, b   string
}

// reasons are the causes of the score of a pair: those of its values, what each field adds, and what the list makes
// of the values' agreement. Their points add up to the score before it is bounded.
func (l *linkage) reasons(i, j int32) []gen.Reason {
	var weights []weight
	score, _ := l.judge(i, j, -1e9, &weights)
	out, _ := reasonAnswers(l.engine.Compare(l.nodes[i].form, l.nodes[j].form))
	if len(weights) == 0 {
		return out
	}

	rest := score
	for _, r := range out {
		rest -= r.Points
	}
	for _, c := range l.clues(i, j, weights) {
		points := c.points
		rest -= points
		out = append(out, reason(c.code, points, points > 0, clueDetails[c.code]+sides(c.a, c.b)))
	}
	if math.Abs(rest) > 5e-5 {
		out = append(out, reason(codeList, rest, rest > 0, clueDetails[codeList]))
	}
	return out
}

// codeList is what the list makes of the agreement of the values: how frequent such an agreement is by chance, how
// many duplicates the list has, and what bounds the score.
const codeList = "list_weight"

// fieldCodes are the reasons of the features, for and against.
var fieldCodes = [allFeatures][2]string{
	onEmail:    {"same_email", "different_email"},
	onPhone:    {"same_phone", "different_phone"},
	onBirth:    {"same_dob", "different_dob"},
	onPostcode: {"same_postcode", "different_postcode"},
	onCountry:  {"same_country", "different_country"},
	onWords:    {"rare_words", "rare_words"},
	onNearest:  {"nearest_title", "nearest_title"},
	onCode:     {"same_model", "different_model"},
	onSize:     {"different_size", "different_size"},
	onVariant:  {"same_variant", "different_variant"},
}

// clues are the weights of a pair in points. House, street and town are reported as one address.
func (l *linkage) clues(i, j int32, weights []weight) []clue {
	var out []clue
	var address *clue
	add := func(codes [2]string, points float64, a, b string) {
		code := codes[0]
		if points < 0 {
			code = codes[1]
		}
		out = append(out, clue{code, points, a, b})
	}

	for _, w := range weights {
		points := pointsPerBit * w.bits
		switch w.feature {
		case onName:
		case onHouse, onStreet, onTown:
			if address == nil {
				address = &clue{}
			}
			address.points += points
		default:
			a, b := l.texts(w.feature, i, j)
			add(fieldCodes[w.feature], points, a, b)
		}
	}

	if address != nil {
		a := l.nodes[i].addressOf.Text
		b := l.nodes[j].addressOf.Text
		add([2]string{"same_address", "different_address"}, address.points, a, b)
	}

	return out
}

// texts are the compared texts of a field, empty if it is not a field.
func (l *linkage) texts(f feature, i, j int32) (a, b string) {
	if f >= features {
		return "", ""
	}
	return l.facts[i].text[f], l.facts[j].text[f]
}

// clueDetails are the reasons of fields in words.
var clueDetails = map[string]string{
	"same_email":         "the same mailbox",
	"different_email":    "another mailbox",
	"same_phone":         "the same phone number, or one slip from it",
	"different_phone":    "another phone number",
	"same_dob":           "the same date, or one slip from it",
	"different_dob":      "another date",
	"same_address":       "the same address, or nearly",
	"different_address":  "another address",
	"same_postcode":      "the same postcode, or one slip from it",
	"different_postcode": "another postcode",
	"same_country":       "the same country",
	"different_country":  "another country",
	"rare_words":         "words in common, by how rare they are in the list",
	"same_model":         "model numbers in common",
	"different_model":    "no model number in common",
	"different_size":     "other sizes or numbers",
	"nearest_title":      "no other title of the list is as near, or few are",
	"same_variant":       "the same colours and variants",
	"different_variant":  "other colours or variants",
	codeList:             "what values that agree so far are worth in this list",
}
