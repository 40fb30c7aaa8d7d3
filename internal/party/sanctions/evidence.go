package sanctions

import (
	"math"

	"github.com/farebox/farebox/internal/party/names"
)

// Bits (names.Evidence) that a name has to be worth to be flagged at 85, set on the half of the measured names that
// rules are made on. Fewer are asked for when all words are the same but for their spelling, and in other scripts than
// Latin, in which a word has fewer spellings.
const (
	leastPerson        = 12.5
	leastPersonSame    = 10.5
	leastScript        = 14.5
	leastScriptSame    = 9.5
	leastSound         = 13.2 // of a name that was read by its sound
	leastSoundSame     = 10.2
	leastUnwritten     = 15.0 // of a name in Arabic letters that was read by its sound, in which vowels are not written
	leastFirm          = 11.0
	leastFirmSame      = 7.0
	leastTranslated    = 12.0                  // of a firm's name with words that were translated
	leastSoundFirm     = 13.5                  // of a firm's name with words that were read by their sound
	leastSoundFirmSame = 11.5                  // of such words that are the whole name
	leastSounds        = 16.5                  // of several such words
	leastCovered       = 12.5                  // when all words of a firm's name are in the other
	mostLeftOver       = 1.2                   // of those bits, that the words say which are left over
	leastFamily        = 11.5                  // of a family name alone that few have
	leastOtherKind     = 4.0                   // more, when the name reads as another kind of party
	leastWeak          = 3.0                   // more, for a person's alias of low quality
	leastEqualWeak     = 12.5                  // of a person's alias of low quality that is equal
	leastTelling       = names.OutweighingBits // what differs a little weighs less
	leastTellingMore   = 20.0                  // what differs more weighs less
	leastNet           = 13.0                  // of a name of a firm in another script, less what is left over
	shareLeftOver      = 0.5                   // of the bits of the words that are left over, that counts against it
)

// Scores by evidence.
const (
	scoreCovered  = 87 // all words of one name are in the other, which has more
	scoreFamily   = 85 // a foreigner's family name alone, as Chinese and Japanese texts have it, that few have
	scoreTelling  = 85 // words that few have, though something differs
	differsLittle = 82 // from which the score says that little differs
	differsMore   = 80
	mostDoubtful  = 84  // too little evidence
	pointsPerBit  = 2.0 // that the score falls for each bit that is lacking
	leastDoubtful = 60
)

// readsAs is what kind of party the name asked for reads as, empty where it says nothing.
func (q *Query) readsAs(e *names.Engine) Type {
	person, firm := q.forms[0], q.forms[1]
	switch {
	case person != nil && e.LooksLikePerson(person):
		return Individual
	case firm != nil && (firm.HasLegalForm() || firm.LooksLikeOrganisation()):
		return Entity
	}
	return ""
}

// weighed is the score of a name that is alike, by how much the words that agree say: two names that many have may be
// as alike as can be, and say little.
func (q *Query) weighed(t Type, score int, ev names.Evidence, f *names.Form, weak bool) int {
	bySound := f.BySound()
	least, same := q.leastBits(t, f, weak)
	if ev.Same {
		least = same
	}

	if t == Individual && bySound && ev.Family >= leastFamily {
		return max(score, scoreFamily)
	}
	covered := ev.Covered && ev.Asked+ev.Listed <= mostLeftOver*ev.Bits
	if t == Entity && covered && ev.Bits >= least+leastCovered-leastFirm {
		score = max(score, scoreCovered)
	}
	if ev.Bits < least {
		doubtful := mostDoubtful - int(math.Ceil(pointsPerBit*(least-ev.Bits)))
		return min(score, max(leastDoubtful, doubtful))
	}
	outweighs := score >= differsLittle && ev.Bits >= leastTelling ||
		score >= differsMore && ev.Bits >= leastTellingMore
	// A list chooses other words than a translation, and leaves some out.
	net := ev.Agree - shareLeftOver*(ev.Asked+ev.Listed)
	if t == Individual && outweighs || t == Entity && q.script != latin && q.reads != Individual && net >= leastNet {
		return max(score, scoreTelling)
	}
	return score
}

// leastBits are the bits that are asked for, and those when all words are the same.
func (q *Query) leastBits(t Type, f *names.Form, weak bool) (least, same float64) {
	switch {
	case t != Individual && f.Sounds() > 1: // may be a person
		least = leastSounds
		same = leastSounds
	case t != Individual && f.BySound():
		least, same = leastSoundFirm, leastSoundFirmSame
	case t != Individual && f.Translated():
		least, same = leastTranslated, leastFirmSame
	case t != Individual:
		least, same = leastFirm, leastFirmSame
	case f.BySound() && q.script == arabic:
		least = leastUnwritten
		same = leastUnwritten
	case f.BySound():
		least, same = leastSound, leastSoundSame
	case q.script != latin:
		least, same = leastScript, leastScriptSame
	default:
		least, same = leastPerson, leastPersonSame
	}

	more := 0.0
	if t == Individual && weak {
		more += leastWeak
	}
	if q.reads != "" && q.reads != t {
		more += leastOtherKind
	}
	return least + more, same + more
}

// equalWeak is the score of an alias of low quality that is equal: a person's says little when many are called so.
func (q *Query) equalWeak(t Type) int {
	if f := q.forms[0]; t == Individual && f != nil && f.Bits() < leastEqualWeak {
		return mostDoubtful
	}
	return scoreEqualWeak
}
