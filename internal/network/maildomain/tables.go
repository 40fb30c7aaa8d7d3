package maildomain

import (
	_ "embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/disposabledomains"
)

//go:embed data/providers.tsv
var providersText string

//go:embed data/senders.tsv
var sendersText string

//go:embed data/roles.txt
var rolesText string

//go:embed data/free.txt
var freeText string

//go:embed data/disposable.txt
var disposableText string

// Tables are the lists by which mail domains are judged.
type Tables struct {
	exchangers map[string]operator // by the end of a mail exchanger's name
	senders    map[string]string   // by the end of an included name
	roles      map[string]bool
	free       map[string]bool
	shipped    map[string]bool
	full       *upstream.Dataset[map[string]bool]
}

type operator struct{ name, kind string }

// New reads the tables, and registers the full list of disposable domains as one that is kept fresh.
func New(pool *upstream.Pool) (*Tables, error) {
	t := &Tables{
		exchangers: map[string]operator{},
		senders:    map[string]string{},
		roles:      words(rolesText),
		free:       words(freeText),
		shipped:    words(disposableText),
	}
	for _, row := range rows(providersText) {
		if len(row) != 3 {
			return nil, fmt.Errorf("mail providers: %q", row)
		}
		t.exchangers[row[2]] = operator{row[0], row[1]}
	}

	for _, row := range rows(sendersText) {
		if len(row) != 2 {
			return nil, fmt.Errorf("mail senders: %q", row)
		}
		t.senders[row[1]] = row[0]
	}

	t.full = upstream.NewDataset(pool, upstream.DatasetSpec[map[string]bool]{
		Name: "disposable_domains", Client: disposabledomains.New(pool), Every: 24 * time.Hour, MinRecords: 1000,
		Files: []upstream.File{{Name: "blocklist.txt", Request: disposabledomains.Blocklist}},
		Parse: func(dir fs.FS) (map[string]bool, error) {
			return upstream.ReadFile(dir, "blocklist.txt", disposabledomains.Read)
		},
		Count: func(m map[string]bool) int { return len(m) },
	})

	return t, nil
}

func rows(text string) [][]string {
	var out [][]string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, strings.Split(line, "\t"))
		}
	}
	return out
}

func words(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Fields(line) {
			out[w] = true
		}
	}
	return out
}

// suffixOf gives what the longest end of name has in the table; ends begin after a dot.
func suffixOf[T any](table map[string]T, name string) (T, bool) {
	for end := strings.ToLower(name); end != ""; _, end, _ = strings.Cut(end, ".") {
		if v, ok := table[end]; ok {
			return v, true
		}
	}
	var none T
	return none, false
}

// Operator says who runs a mail exchanger: "google", "proofpoint"; "" when the table does not know.
func (t *Tables) Operator(exchange string) string {
	o, _ := suffixOf(t.exchangers, exchange)
	if o.name == "amazon_ses" && !strings.HasPrefix(strings.ToLower(exchange), "inbound-smtp.") {
		return "" // any other machine at Amazon is its customer's
	}
	return o.name
}

// Role says whether a local part stands for a function rather than a person. What follows a plus is not looked at.
func (t *Tables) Role(local string) bool {
	local, _, _ = strings.Cut(strings.ToLower(local), "+")
	return t.roles[local]
}

// Free says whether anyone can have a mailbox on the domain.
func (t *Tables) Free(domain string) bool { return t.free[strings.ToLower(domain)] }

// disposableHolds is how long the list of throw-away domains may go unconfirmed before it no longer clears a domain:
// new ones come every day.
const disposableHolds = 30 * 24 * time.Hour

// Disposable says whether a domain, or an exchanger of it, is on the list of throw-away mailboxes, and in what version.
// It is nil when it is not among those that are shipped, and the list is not loaded or old.
func (t *Tables) Disposable(now time.Time, domain string, exchanges []string) (*bool, upstream.ListStatus) {
	title := "Domains of throw-away mailboxes"
	full, _, err := t.full.Get()
	if err != nil {
		title += fmt.Sprintf(" (until it is loaded, %d well-known ones)", len(t.shipped))
	}

	isListed := func(name string) bool {
		return slices.ContainsFunc(upTo(name), func(n string) bool { return t.shipped[n] || full[n] })
	}
	listed := isListed(domain) || slices.ContainsFunc(exchanges, isListed)
	status := t.full.Status(title)
	clears := status.CheckedAt != nil && now.Sub(*status.CheckedAt) <= disposableHolds
	if status.CheckedAt != nil && !clears {
		status.State = upstream.StatusStale
	}
	if !listed && !clears {
		return nil, status
	}
	return &listed, status
}

// upTo is a name with its parents down to the registrable domain.
func upTo(name string) []string {
	host, err := hostname.Parse(name)
	if err != nil || host.IP {
		return nil
	}
	out := []string{host.ASCII}
	for at := host.ASCII; at != host.Registrable; {
		_, at, _ = strings.Cut(at, ".")
		if at == "" {
			break
		}
		out = append(out, at)
	}
	return out
}
