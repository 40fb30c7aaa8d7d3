// Package breachtest has what the providers say to the examples of the spec's breach routes. All names and figures are made up.
package breachtest

import (
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Range is the answer for the password of the examples: two hashes, one of them its own, and padding.
const Range = "0018A45C4D1DEF81644B54AB7F969B88D65:3\r\n3523B62ABC141A2B4D6019D23CBA835DBD0:214\r\n00D4F6E8FA6EECAD2A3AA415EEC418D38EC:0\r\n"

// Forum is the breach of the examples.
const Forum = `{"Name":"TeapotForum","Title":"Teapot Forum","Domain":"example.com","BreachDate":"2024-03-09","AddedDate":"2024-05-01T00:00:00Z",
"ModifiedDate":"2024-05-01T00:00:00Z","PwnCount":120345,"Description":"<p>A forum about teapots.</p>","LogoPath":"","Attribution":null,"DisclosureUrl":null,
"DataClasses":["Email addresses","Passwords","Usernames"],"IsVerified":true,"IsFabricated":false,"IsSensitive":false,"IsRetired":false,"IsSpamList":false,
"IsMalware":false,"IsSubscriptionFree":false,"IsStealerLog":false}`

// Catalogue is a list of breaches of the size that is believed: the forum's and n others.
func Catalogue(n int) string {
	list := []string{Forum}
	for i := range n {
		list = append(list, fmt.Sprintf(`{"Name":"Shop%d","Title":"Shop %d","Domain":"shop%d.example.net","BreachDate":"2020-01-01","PwnCount":%d,"DataClasses":["Email addresses"],"IsVerified":true}`, i, i, i, i+1))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// Answers are what the providers say to the examples of the spec. Any other range has one hash.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: "https://api.pwnedpasswords.com/range/2F9E5", Type: "text/plain", Body: Range},
		{URL: "https://api.pwnedpasswords.com/range/*?mode=ntlm", Type: "text/plain", Body: strings.Repeat("0", 27) + ":1\r\n"},
		{URL: "https://api.pwnedpasswords.com/range/*", Type: "text/plain", Body: strings.Repeat("0", 35) + ":1\r\n"},
		{URL: "https://haveibeenpwned.com/api/v3/breaches", Body: Catalogue(600)},
	}
}
