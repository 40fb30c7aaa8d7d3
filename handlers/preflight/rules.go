package preflight

import (
	"strings"
	"time"

	"github.com/farebox/farebox/internal/scored"
)

const (
	day            = 24 * time.Hour
	idleAfter      = 30 * day // without a call
	expiresSoon    = 7 * day
	oneTimePayers  = 100 // from this many, calls nearly equal to payers look farmed
	farmedPerPayer = 1.1
)

// listed: an exact listing scores 100, its host 70, no listing 30.
func (j *judging) listed() (int, scored.Seen) {
	switch {
	case j.evidence.listing.exact != nil:
		return 100, scored.Whole
	case j.evidence.listing.known():
		j.find("only_host_listed", low, 30, "The catalogues list other resources of this host, but not this URL.")
		return 70, scored.Whole
	}
	j.find("not_listed", medium, 70, "No catalogue lists this URL or its host: nobody is known to have paid it.")
	return 30, scored.Whole
}

// usage depends on the distinct payers of 30 days, less 20 if the last call is older than that.
func (j *judging) usage() (int, scored.Seen) {
	r := j.evidence.listing.exact
	if r == nil || r.Quality == nil {
		j.find("no_usage_history", low, 0, "No figures of use are known for this URL.")
		return 0, scored.Unseen
	}

	q := r.Quality
	score := 20
	for _, step := range []struct{ payers, score int }{{100, 100}, {30, 85}, {10, 70}, {3, 50}, {1, 35}} {
		if q.Payers >= step.payers {
			score = step.score
			break
		}
	}

	if score < 70 {
		j.find("few_payers", medium, 100-score, "%s in the last 30 days.",
			scored.Count(q.Payers, "different payer"))
	} else if score < 100 {
		j.find("some_payers", low, 100-score, "%d different payers in the last 30 days, short of 100.", q.Payers)
	}

	if !q.LastCall.IsZero() && j.now.Sub(q.LastCall) > idleAfter {
		j.find("idle", medium, 20, "The last paid call was %s ago.",
			scored.Count(int(j.now.Sub(q.LastCall)/day), "day"))
		score -= 20
	}

	if q.Payers >= oneTimePayers && float64(q.Calls) < farmedPerPayer*float64(q.Payers) {
		j.find("usage_looks_farmed", medium, 0, "%d payers made only %d calls: nearly every wallet paid once, as farmed figures look.", q.Payers, q.Calls)
	}
	return score, scored.Whole
}

// transport: https with a valid certificate scores 100, one that expires within a week 70, anything else 0.
func (j *judging) transport() (int, scored.Seen) {
	p := &j.probe
	switch {
	case j.url.Scheme != "https":
		j.find("no_tls", high, 100, "The URL is http: what is paid for can be read and changed on the way, and the payment header taken.")
		return 0, scored.Whole
	case p.outcome == badTLS:
		j.find("no_tls", high, 100, "The TLS handshake failed or the certificate is not valid.")
		return 0, scored.Whole
	case p.outcome == quoted || p.outcome == answered || p.outcome == wrongMethod || p.outcome == limited || p.outcome == movedAway:
	default:
		return 0, scored.Unseen // nobody answered over TLS
	}

	if !p.secure {
		j.find("no_tls", high, 100, "The URL redirects to http.")
		return 0, scored.Whole
	}
	if left := j.expires.Sub(j.now); !j.expires.IsZero() && left < expiresSoon {
		j.find("certificate_expires", low, 30, "The certificate is valid for %s more.",
			scored.Count(max(0, int(left/day)), "day"))
		return 70, scored.Whole
	}

	return 100, scored.Whole
}

// domain depends on the domain's age and its letters. Without an age only negative evidence counts.
func (j *judging) domain() (int, scored.Seen) {
	if len(j.blocklists) > 0 {
		j.most = min(j.most, blocklistedMost)
		j.find("blocklisted", critical, 100, "The domain is on %s.", strings.Join(j.blocklists, ", "))
		return 0, scored.Whole
	}

	if j.evidence.host == nil {
		return 0, scored.Unseen
	}

	age, aged := j.age()
	if j.squat.Typosquat {
		severity := critical
		if aged && age >= 365 {
			severity = high // an old name that resembles a brand's is usually a namesake
		}
		j.find("typosquat", severity, 100, "The name imitates %s.", j.squat.NearestBrand)
		return 0, scored.Whole
	}

	flags := j.lexical()
	if j.shared != "" {
		j.find("shared_hosting", low, 0, "Anyone gets a name under %s, so the age of that domain says nothing about the seller.", j.shared)
	}

	if !aged {
		if flags == 0 {
			return 0, scored.Unseen
		}
		return 50, scored.Against // the flags take it all
	}

	steps := []int{100, 75, 50, 20}
	at := 0
	switch {
	case age < 30:
		at = 3
		j.find("young_domain", high, 80, "The domain was registered %s ago.", scored.Count(age, "day"))
	case age < 90:
		at = 2
		j.find("young_domain", medium, 50, "The domain was registered %s ago.", scored.Count(age, "day"))
	case age < 365:
		at = 1
		j.find("young_domain", low, 25, "The domain was registered %s ago.", scored.Count(age, "day"))
	}

	if flags > 0 {
		at = min(at+1, len(steps)-1)
	}
	return steps[at], scored.Whole
}

// lexical counts negative evidence in the name, other than imitation.
func (j *judging) lexical() int {
	n := 0
	for _, r := range j.squat.Reasons {
		if r.Delta < 0 {
			n++
			j.find(r.Code, low, -r.Delta, "%s", r.Detail)
		}
	}
	return n
}
