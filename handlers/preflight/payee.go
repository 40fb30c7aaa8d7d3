package preflight

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/scored"
)

// payee: receivers in the catalogue score 100, others 40, an address without an owner 0, and 70 if there is nothing
// to compare with. With a receiver on a sanctions list, on any network the seller names, the whole score is 0.
// Otherwise all offers that the caller may take count, not only the best.
func (j *judging) payee() (int, scored.Seen) {
	offers, _ := j.onNetwork(j.seen())
	offers = slices.DeleteFunc(slices.Clone(offers), func(o quote.Offer) bool { return !o.ValidPayee() })
	listed := j.evidence.listing.accepts()
	for _, o := range slices.Concat(j.seen(), listed) {
		if list := j.sanctioned[o.PayTo]; list != "" {
			j.most = 0
			j.find("payee_sanctioned", critical, 100, "The receiver %s is on the sanctions list %s.", o.PayTo, list)
			return 0, scored.Whole
		}
	}

	if len(offers) == 0 {
		return 0, scored.Unseen
	}

	for _, o := range offers {
		if o.Nobody() {
			j.find("payee_burn", critical, 100, "What is paid to %s is lost: it is a burn address or the token's own contract.", o.PayTo)
			return 0, scored.Whole
		}
	}

	score, seen := j.comparePayees(offers, listed)
	against := func() {
		score = min(score, changedPayee)
		seen = max(seen, scored.Against)
	}
	first, _ := j.offers()
	if one, two := ofVersion(first, 1), ofVersion(first, 2); disagree(one, two) || disagree(two, one) {
		j.find("payee_mismatch", high, 100-changedPayee, "The two versions of its quote name different receivers.")
		against()
	}

	if !j.steadyPayee() {
		against()
	}

	for _, o := range offers {
		if o.Mistyped() {
			j.find("payee_checksum", high, 100-changedPayee, "The receiver %s fails its checksum (EIP-55): a letter may be wrong.", o.PayTo)
			against()
			break
		}
	}

	return score, seen
}

// comparePayees compares the receivers with the catalogue's for the URL, or else for its host.
func (j *judging) comparePayees(offers, listed []quote.Offer) (score int, seen scored.Seen) {
	if known, compared := allKnown(offers, listed); compared {
		if !known {
			j.find("payee_changed", critical, 100-changedPayee, "The receiver is not the one that the catalogue lists for this URL.")
			return changedPayee, scored.Whole
		}
		if j.screened {
			return 100, scored.Whole
		}
		j.find("payee_unscreened", low, 100-unseenPayee, "The receiver could not be compared with the sanctions lists.")
		return unseenPayee, scored.Whole
	}

	if !j.screened {
		return 100, scored.Unseen // capped by what else is wrong
	}

	if known, compared := allKnown(offers, j.evidence.listing.hostPayees()); compared {
		if known {
			return 100, scored.Whole
		}
		return j.strangerAtHost(), scored.Whole
	}

	j.find("payee_unseen", low, 100-unseenPayee, "No catalogue names a receiver to compare with.")
	return unseenPayee, scored.Whole
}

// manyPayees is the number of receivers from which a host is a market of many sellers.
const manyPayees = 5

// strangerAtHost judges a receiver that no other URL of the host pays. At a market of many sellers that is ordinary;
// a host whose listed URLs all pay one account has no reason for another.
func (j *judging) strangerAtHost() int {
	payees := map[string]bool{}
	paid := 0
	for _, r := range j.evidence.listing.host {
		for _, o := range r.offers {
			if o.PayTo != "" {
				payees[strings.ToLower(o.PayTo)] = true
			}
		}
		if len(r.offers) > 0 {
			paid++
		}
	}

	switch {
	case len(payees) >= manyPayees:
		j.find("payee_unseen", low, 100-unseenPayee, "The receiver is not among those listed for other URLs of this host.")
		return unseenPayee
	case paid >= 2 && len(payees) == 1:
		j.find("payee_changed", critical, 100-changedPayee, "All %d listed URLs of this host pay one receiver, and this is another.", paid)
	default:
		j.find("payee_changed", high, 100-changedPayee, "The receiver is not among those listed for other URLs of this host.")
	}
	return changedPayee
}

// allKnown reports whether every offer's receiver is listed for its network, or for another network with the same
// kind of addresses. compared is false if no offer has a counterpart.
func allKnown(offers, listed []quote.Offer) (known, compared bool) {
	known = true
	for _, o := range offers {
		var names, like []string
		for _, l := range listed {
			if l.PayTo == "" {
				continue
			}
			if l.Network.ID == o.Network.ID {
				names = append(names, l.PayTo)
			}
			if l.Network.EVM() && o.Network.EVM() {
				like = append(like, l.PayTo)
			}
		}
		if len(names) == 0 {
			names = like
		}
		if len(names) == 0 {
			continue
		}
		compared = true
		known = known && slices.ContainsFunc(names, func(p string) bool { return quote.SameAddress(p, o.PayTo) })
	}

	return known, compared
}

// disagree reports whether an offer in a has a receiver that b does not have for the same token.
func disagree(a, b []quote.Offer) bool {
	for _, o := range a {
		same := slices.DeleteFunc(slices.Clone(b), func(w quote.Offer) bool {
			return w.Network.ID != o.Network.ID || !quote.SameAddress(w.Asset, o.Asset)
		})
		if len(same) > 0 && !slices.ContainsFunc(same, func(w quote.Offer) bool { return quote.SameAddress(w.PayTo, o.PayTo) }) {
			return true
		}
	}
	return false
}
