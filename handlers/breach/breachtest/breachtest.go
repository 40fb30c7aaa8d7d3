// Package breachtest holds the providers' answers for the examples of the spec's breach routes.
package breachtest

import (
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// example has the hash of the password of the examples, "password", another one and padding.
const example = "0018A45C4D1DEF81644B54AB7F969B88D65:3\r\n" +
	"1E4C9B93F3F0682250B6CF8331B7EE68FD8:10434004\r\n" +
	"00D4F6E8FA6EECAD2A3AA415EEC418D38EC:0\r\n"

// Others is how many hashes [Range] adds.
const Others = 800

// Range is an answer of plausible size: lines, and as many [Others] as long as the first.
func Range(lines string) string {
	var all strings.Builder
	all.WriteString(strings.TrimRight(lines, "\r\n"))
	for i := range Others {
		fmt.Fprintf(&all, "\r\n%0*X:%d", strings.Index(lines, ":"), i+1, i%9+1)
	}
	return all.String()
}

// Adobe is the breach of the examples.
const Adobe = `{"Name":"Adobe","Title":"Adobe","Domain":"adobe.com","BreachDate":"2013-10-04",` +
	`"AddedDate":"2013-12-04T00:00:00Z",
"PwnCount":152445165,"Attribution":null,"DisclosureUrl":null,` +
	`"DataClasses":["Email addresses","Password hints","Passwords","Usernames"],
"IsVerified":true,"IsFabricated":false,"IsSensitive":false,"IsRetired":false,"IsSpamList":false,"IsMalware":false,
"IsSubscriptionFree":false,"IsStealerLog":false}`

// whole has the members of a breach that tests do not care about.
var whole = []struct{ name, value string }{
	{"Name", `"x"`},
	{"Title", `""`},
	{"Domain", `"a.com"`},
	{"BreachDate", `""`},
	{"AddedDate", `""`},
	{"PwnCount", "5"},
	{"DataClasses", "[]"},
	{"IsVerified", "false"},
	{"IsFabricated", "false"},
	{"IsSensitive", "false"},
	{"IsRetired", "false"},
	{"IsSpamList", "false"},
	{"IsStealerLog", "false"},
}

// Breach is a breach with these members, and defaults for all others.
func Breach(members string) string {
	for _, m := range whole {
		if !strings.Contains(members, `"`+m.name+`":`) {
			members += `,"` + m.name + `":` + m.value
		}
	}
	return "{" + strings.TrimPrefix(members, ",") + "}"
}

// Catalogue is a list of breaches of plausible size: Adobe's and n others, which were added today.
func Catalogue(n int) string {
	list := []string{Adobe}
	today := time.Now().UTC().Format(time.DateOnly) + "T00:00:00Z"
	for i := range n {
		list = append(list, Breach(fmt.Sprintf(`"Name":"Shop%d","Title":"Shop %d","Domain":"shop%d.example.net",`+
			`"BreachDate":"2020-01-01","AddedDate":%q,"PwnCount":%d,"DataClasses":["Email addresses"],"IsVerified":true`,
			i, i, i, today, i+1)))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// Answers are the providers' answers for the examples of the spec. Any other range has the hash of zeros.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: "https://api.pwnedpasswords.com/range/5BAA6", Type: "text/plain", Body: Range(example)},
		{
			URL:  "https://api.pwnedpasswords.com/range/*?mode=ntlm",
			Type: "text/plain",
			Body: Range(strings.Repeat("0", 27) + ":1"),
		},
		{
			URL:  "https://api.pwnedpasswords.com/range/*",
			Type: "text/plain",
			Body: Range(strings.Repeat("0", 35) + ":1"),
		},
		{URL: "https://haveibeenpwned.com/api/v3/breaches", Body: Catalogue(600)},
	}
}
