package match

import (
	"math"

	"github.com/farebox/farebox/internal/party/names"
)

// Points that further fields add to or take from the score of the values. They were set on the
// development sets of TestQualityOfDedupe, not on those that are held out.
const (
	sameEmail         = 10 // one mailbox
	samePhone         = 6
	otherPhone        = -6 // when the values agree only roughly
	sameDOB           = 10
	nearDOB           = 3 // one digit off, or day and month swapped
	otherDOB          = -15
	sameAddress       = 8
	nearAddress       = 3
	otherAddress      = -8 // when the values agree only roughly
	samePostcode      = 2
	otherPostcode     = -4
	otherCountry      = -6
	householdBelow    = 4  // the most that address, postcode and phone add while the values alone do not match
	lowestWithSupport = 40 // values that agree less are not saved by other fields
	roughBelow        = 97 // values that score less agree only roughly
	renamed           = 88 // a person of one given name, birth date and place; a company of one phone and address
)

// clue is one field that spoke for or against two items.
type clue struct {
	code   string
	points float64
	a, b   string
}

// judge gives the score of two items: that of their values, with what the other fields add. Address,
// postcode and phone are shared by households and offices, so they cannot lift two different names
// over the threshold by themselves; a mailbox is a person's own, and so is a date of birth unless the
// given names differ and no place agrees. Twins at one address are joined: records that write one
// person's given name in two ways are far more frequent.
func (h *Handlers) judge(a, b *item, clues *[]clue) float64 {
	score := h.engine.Score(a.form, b.form)
	if !a.hasFields() || !b.hasFields() {
		return score
	}
	ev := h.weigh(a, b, score, clues)
	total := addEvidence(score, ev)
	if clues != nil {
		if bound := total - score - points(*clues); math.Abs(bound) > 1e-9 {
			*clues = append(*clues, clue{"fields_bounded", bound, "", ""})
		}
	}
	if total < renamed && score >= lowestWithSupport && ev.against == 0 && h.renamed(a, b, ev) {
		if clues != nil {
			*clues = append(*clues, clue{"other_fields_agree", renamed - total, "", ""})
		}
		return renamed
	}
	return max(0, min(100, total))
}

func points(clues []clue) float64 {
	sum := 0.0
	for _, c := range clues {
		sum += c.points
	}
	return sum
}

// renamed says whether the other fields mean one thing under two names: a person who kept given name,
// date of birth and place and changed the family name, or a company that kept phone and address.
func (h *Handlers) renamed(a, b *item, ev evidence) bool {
	if a.form.Kind == names.Person {
		return ev.sameDOB && ev.samePlace && h.engine.GivenNamesAgree(a.form, b.form)
	}
	return ev.samePhone && ev.samePlace
}

// hasFields says whether an item has anything besides its value.
func (it *item) hasFields() bool {
	return it.email != nil || it.phone != nil || it.dob != nil || it.addressOf != nil || it.postcode != "" || it.country != ""
}

// evidence is the points of the other fields: those of a thing's own, those that a household shares,
// and those against.
type evidence struct {
	own, shared, against          float64
	sameDOB, samePlace, samePhone bool
}

// addEvidence is the score with the points of the other fields, before it is bounded to 0 and 100.
func addEvidence(score float64, ev evidence) float64 {
	if score < names.Threshold {
		ev.shared = min(ev.shared, householdBelow)
		if score < lowestWithSupport {
			ev.own, ev.shared = 0, 0
		}
	}
	return score + ev.own + ev.shared + ev.against
}

func (h *Handlers) weigh(a, b *item, score float64, clues *[]clue) evidence {
	var ev evidence
	say := func(code string, points float64, x, y string) {
		if clues != nil {
			*clues = append(*clues, clue{code, points, x, y})
		}
	}
	if a.email != nil && b.email != nil && h.engine.Score(a.email, b.email) >= 97 {
		ev.own += sameEmail
		say("same_email", sameEmail, a.email.Text, b.email.Text)
	}
	if a.phone != nil && b.phone != nil && h.engine.Score(a.phone, b.phone) < 90 {
		if score < roughBelow && a.form.Kind != names.Person { // people have several numbers
			ev.against += otherPhone
			say("different_phone", otherPhone, a.phone.Text, b.phone.Text)
		}
	} else if a.phone != nil && b.phone != nil {
		ev.samePhone = true
		if a.form.Kind == names.Person {
			ev.shared += samePhone
		} else {
			ev.own += samePhone
		}
		say("same_phone", samePhone, a.phone.Text, b.phone.Text)
	}
	if a.dob != nil && b.dob != nil {
		switch s := h.engine.Score(a.dob, b.dob); {
		case s >= 90:
			ev.sameDOB = true
			ev.own += sameDOB
			say("same_dob", sameDOB, a.dob.Text, b.dob.Text)
		case s >= 80:
			ev.own += nearDOB
			say("same_dob", nearDOB, a.dob.Text, b.dob.Text)
		default:
			ev.against += otherDOB
			say("different_dob", otherDOB, a.dob.Text, b.dob.Text)
		}
	}
	h.weighPlace(a, b, score, &ev, say)
	if ev.sameDOB && !ev.samePlace && score < names.Threshold && a.form.Kind == names.Person && !h.engine.GivenNamesAgree(a.form, b.form) {
		ev.own, ev.shared = ev.own-sameDOB, ev.shared+sameDOB
	}
	return ev
}

func (h *Handlers) weighPlace(a, b *item, score float64, ev *evidence, say func(code string, points float64, x, y string)) {
	if a.addressOf != nil && b.addressOf != nil {
		switch s := h.engine.Score(a.addressOf, b.addressOf); {
		case s >= names.Threshold:
			ev.shared += sameAddress
			ev.samePlace = true
			say("same_address", sameAddress, a.addressOf.Text, b.addressOf.Text)
		case s >= 70:
			ev.shared += nearAddress
			say("same_address", nearAddress, a.addressOf.Text, b.addressOf.Text)
		case score < roughBelow:
			ev.against += otherAddress
			say("different_address", otherAddress, a.addressOf.Text, b.addressOf.Text)
		}
	}
	if a.postcode != "" && b.postcode != "" {
		if a.postcode == b.postcode {
			ev.shared += samePostcode
			ev.samePlace = true
			say("same_postcode", samePostcode, a.postcode, b.postcode)
		} else if names.Edits(a.postcode, b.postcode) > 1 {
			ev.against += otherPostcode
			say("different_postcode", otherPostcode, a.postcode, b.postcode)
		}
	}
	if a.country != "" && b.country != "" && a.country != b.country {
		ev.against += otherCountry
		say("different_country", otherCountry, a.country, b.country)
	}
}

// clueDetails are the reasons of fields in words.
var clueDetails = map[string]string{
	"same_email": "the same mailbox", "same_phone": "the same phone number", "same_dob": "the same date, or one slip from it", "different_dob": "another date",
	"same_address": "the same address, or nearly", "same_postcode": "the same postcode", "different_postcode": "another postcode", "different_country": "another country", "different_phone": "another phone number",
	"different_address": "another address", "other_fields_agree": "the other fields mean one thing under two names",
	"fields_bounded": "fields that a household shares, or that go with another name, count less",
}
