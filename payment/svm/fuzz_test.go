package svm_test

import (
	"testing"

	"github.com/farebox/farebox/payment/svm"
)

// FuzzPaymentIsReadInOneWayOrNotAtAll reads anything that a buyer could send. What is read is written again as it came,
// so that what the chain gets is what was judged.
func FuzzPaymentIsReadInOneWayOrNotAtAll(f *testing.F) {
	f.Add(stock)
	f.Add(stock[4:])
	f.Add("AQAB")
	want, err := svm.NewTerms(requirement(), svm.Builtin()[0], nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := svm.ReadPayment(text)
		if err != nil {
			return
		}
		if p.Text() != text {
			t.Errorf("read from %q, written as %q", text, p.Text())
		}
		again := svm.NewTransaction(p.Message)
		if again.Name() != p.Name {
			t.Error("the message is written otherwise than it came")
		}
		if p.Check(want) == nil && p.Text() != stock {
			same := p.Transfer.Amount == 10_000 && p.Transfer.Destination == want.Destination
			if !same {
				t.Errorf("taken: %+v", p.Transfer)
			}
		}
	})
}
