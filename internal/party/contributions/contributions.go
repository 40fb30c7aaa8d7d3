// Package contributions adds up receipts of political committees without counting a gift twice. It leaves out memo
// entries, lines that an amendment replaced, and a conduit's line if the committee that the gift was for has one.
package contributions

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream/openfec"
)

// Reason is why a line is in no sum.
type Reason string

// The reasons. Counted means that there is no reason against it.
const (
	Counted    Reason = ""
	Memo       Reason = "memo"       // it explains another line, which has the amount
	Superseded Reason = "superseded" // a later filing has the same transaction
	Deleted    Reason = "deleted"    // an amendment took it back
	Duplicate  Reason = "duplicate"  // the same line came twice
	Conduit    Reason = "conduit"    // passed on: the committee it was for reports it too
	Transfer   Reason = "transfer"   // from a committee whose own receipts are among the lines
	NoAmount   Reason = "no_amount"  // the amount is not known
)

// Line is a receipt and whether it counts.
type Line struct {
	openfec.Receipt

	Why Reason
}

// IsEarmarked says whether a conduit such as ActBlue took the money in to pass it on; nil where neither the type of the
// receipt nor its text tells.
func (l *Line) IsEarmarked() *bool {
	kind := strings.TrimSpace(l.ReceiptType)
	switch {
	case earmarkedFor.MatchString(l.MemoText), strings.EqualFold(kind, "EARMARK"):
		return new(true)
	case kind == "":
		return nil
	}
	return new(false)
}

// earmarkedFor is what conduits write: "EARMARKED FOR DCCC (C00000935)".
var earmarkedFor = regexp.MustCompile(`(?i)\bEARMARKED FOR\b.*?\((C\d{8})\)`)

// passingOn bounds the days between a gift to a conduit and its receipt by the committee that it was for. Conduits
// have to pass a gift on within ten days (11 CFR 102.8), and committees report it some days later.
const passingOn = 45 * 24 * time.Hour

// Judge tells for each receipt whether it counts. The order stays.
func Judge(receipts []openfec.Receipt) []Line {
	lines := make([]Line, len(receipts))
	for i, r := range receipts {
		lines[i].Receipt = r
		switch {
		case r.IsMemo():
			lines[i].Why = Memo
		case r.AmendmentIndicator == "D":
			lines[i].Why = Deleted
		case r.Amount == nil:
			lines[i].Why = NoAmount
		}
	}
	leaveOutRepeats(lines)
	leaveOutSuperseded(lines)
	leaveOutConduits(lines)
	leaveOutTransfers(lines)
	return lines
}

// leaveOutRepeats keeps the first of lines with one id: pages overlap when lines are added while they are read.
func leaveOutRepeats(lines []Line) {
	seen := map[openfec.ID]bool{}
	for i := range lines {
		id := lines[i].SubID
		if id == "" || lines[i].Why != Counted {
			continue
		}
		if seen[id] {
			lines[i].Why = Duplicate
		}
		seen[id] = true
	}
}

// transaction is what a line keeps when a filing is amended.
type transaction struct {
	committee, id, reportType, year, line string
}

// leaveOutSuperseded keeps, of one transaction in several filings, that of the latest filing, which has the highest
// number. A line that names another one as its original replaces it.
func leaveOutSuperseded(lines []Line) {
	latest := map[transaction]int64{}
	replaced := map[openfec.ID]bool{}
	key := func(l *Line) (transaction, bool) {
		if l.TransactionID == "" || l.FileNumber == nil || l.ReportYear == nil {
			return transaction{}, false
		}
		return transaction{l.CommitteeID, l.TransactionID, l.ReportType, l.ReportYear.String(), l.LineNumber}, true
	}

	for i := range lines {
		l := &lines[i]
		if l.OriginalSubID != "" && l.OriginalSubID != l.SubID {
			replaced[l.OriginalSubID] = true
		}
		if k, ok := key(l); ok {
			latest[k] = max(latest[k], *l.FileNumber)
		}
	}
	for i := range lines {
		l := &lines[i]
		k, ok := key(l)
		if l.Why == Counted && (replaced[l.SubID] || ok && *l.FileNumber < latest[k]) {
			l.Why = Superseded
		}
	}
}

// leaveOutConduits drops a conduit's line when the committee that the gift was for has one of the same giver, amount
// and time. Each line of the committee stands for one gift.
func leaveOutConduits(lines []Line) {
	used := map[int]bool{}
	for i := range lines {
		l := &lines[i]
		m := earmarkedFor.FindStringSubmatch(l.MemoText)
		if l.Why != Counted || m == nil || strings.EqualFold(m[1], l.CommitteeID) {
			continue
		}
		for j := range lines {
			other := &lines[j]
			if j != i && !used[j] && other.Why == Counted && strings.EqualFold(other.CommitteeID, m[1]) &&
				sameGift(l, other) {
				used[j] = true
				l.Why = Conduit
				break
			}
		}
	}
}

// leaveOutTransfers drops money that a committee passed on where its own receipts are among the lines: it is in them.
func leaveOutTransfers(lines []Line) {
	receiving := map[string]bool{}
	for i := range lines {
		if l := &lines[i]; l.Why == Counted && !l.IsTransfer() {
			receiving[l.CommitteeID] = true
		}
	}
	for i := range lines {
		l := &lines[i]
		if l.Why == Counted && l.IsTransfer() && l.ContributorID != l.CommitteeID && receiving[l.ContributorID] {
			l.Why = Transfer
		}
	}
}

func sameGift(a, b *Line) bool {
	from := Day(a.Date)
	to := Day(b.Date)
	if from == nil || to == nil {
		return false
	}
	apart := to.Sub(*from).Abs()
	return a.Amount.Equal(*b.Amount) && Name(a.Contributor) == Name(b.Contributor) && apart <= passingOn
}

// Name is a name as it is compared: upper case, one blank between words, no marks.
func Name(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool {
		return r == ' ' || r == '.' || r == ',' || r == '\t'
	}), " ")
}

// Day is the day of a date or moment of the source, or nil.
func Day(text string) *time.Time {
	day, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
	if err != nil {
		return nil
	}
	return &day
}

// Sum is an amount by something: a committee, an employer, a year.
type Sum struct {
	Key    string
	Name   string
	Amount decimal.Decimal
	Count  int
}

// Totals are the sums of the lines that count.
type Totals struct {
	Net     decimal.Decimal // gifts less refunds
	Given   decimal.Decimal // amounts above zero
	Refunds decimal.Decimal // amounts below zero: refunds, redesignations, payments that failed
	Count   int
	LeftOut map[Reason]int
}

// Add sums up the lines that count.
func Add(lines []Line) Totals {
	t := Totals{LeftOut: map[Reason]int{}}
	for i := range lines {
		l := &lines[i]
		if l.Why != Counted {
			t.LeftOut[l.Why]++
			continue
		}
		t.Count++
		t.Net = t.Net.Add(*l.Amount)
		if l.Amount.IsNegative() {
			t.Refunds = t.Refunds.Add(*l.Amount)
		} else {
			t.Given = t.Given.Add(*l.Amount)
		}
	}
	return t
}

// Unknown is the key of lines that do not say what they are summed up by.
const Unknown = "?"

// By sums up the lines that count by a key and a name for it, the largest first. Lines with an empty key are left out.
func By(lines []Line, of func(*Line) (key, name string)) []Sum {
	sums := map[string]*Sum{}
	for i := range lines {
		l := &lines[i]
		key, name := of(l)
		if l.Why != Counted || key == "" {
			continue
		}
		if sums[key] == nil {
			sums[key] = &Sum{
				Key:  key,
				Name: name,
			}
		}
		sums[key].Amount = sums[key].Amount.Add(*l.Amount)
		sums[key].Count++
	}

	list := make([]Sum, 0, len(sums))
	for _, s := range sums {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Sum) int {
		return cmp.Or(b.Amount.Cmp(a.Amount), cmp.Compare(a.Key, b.Key))
	})
	return list
}
