package travel

import (
	"regexp"
	"slices"
	"strings"
)

// riskWords are the words for reasons in U.S. advisories, by their name in answers.
var riskWords = []struct{ word, risk string }{
	{"terroris", "terrorism"},
	{"crime", "crime"},
	{"violent", "crime"},
	{"unrest", "unrest"},
	{"demonstration", "unrest"},
	{"kidnap", "kidnapping"},
	{"hostage", "kidnapping"},
	{"health", "health"},
	{"disease", "health"},
	{"natural disaster", "natural_disaster"},
	{"hurricane", "natural_disaster"},
	{"earthquake", "natural_disaster"},
	{"volcan", "natural_disaster"},
	{"wrongful detention", "wrongful_detention"},
	{"wrongful detentions", "wrongful_detention"},
	{"arbitrary enforcement", "wrongful_detention"},
	{"armed conflict", "armed_conflict"},
	{"missile", "armed_conflict"},
	{"war", "armed_conflict"},
	{"landmine", "armed_conflict"},
	{"pira", "piracy"},
	{"limited ability", "limited_services"},
	{"limited consular", "limited_services"},
}

// dueTo matches the clause in which an advisory names its reasons.
var dueTo = regexp.MustCompile(`(?i)\b(?:due to|because of)\b([^.]*)`)

// risks are the reasons in the first such clause of a summary, in the order of the table.
func risks(summary string) []string {
	list := []string{}
	clause := dueTo.FindStringSubmatch(summary)
	if clause == nil {
		return list
	}
	text := strings.ToLower(clause[1])
	for _, r := range riskWords {
		begins := strings.Index(text, r.word)
		inside := begins > 0 && text[begins-1] >= 'a' && text[begins-1] <= 'z'
		if begins >= 0 && !inside && !slices.Contains(list, r.risk) {
			list = append(list, r.risk)
		}
	}
	return list
}
