package svm

import (
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// read makes a payment of a request, or says what is wrong with it for certain. The payment is there whenever the
// transaction could be read.
func (f *Facilitator) read(req facilitator.Request) (*settler, *svm.Payment, *svm.Refusal) {
	want := req.Requirement
	got := req.Payment
	s := f.settlers.Of[want.Network]
	switch {
	case want.Scheme != x402.SchemeExact:
		return nil, nil, no(svm.ReasonScheme, "the scheme is not served")
	case s == nil:
		return nil, nil, no(svm.ReasonNetwork, "the network is not served")
	case got.Accepted.Scheme != "" && got.Accepted.Scheme != want.Scheme:
		return nil, nil, no(svm.ReasonScheme, "the payment is for another scheme")
	case got.Accepted.Network != "" && got.Accepted.Network != want.Network:
		return nil, nil, no(svm.ReasonNetwork, "the payment is for another network")
	case want.Extra.FeePayer == "":
		return nil, nil, no(svm.ReasonNoFeePayer, "the requirement names no fee payer")
	case want.Extra.FeePayer != f.address.String():
		return nil, nil, no(svm.ReasonForeignFeePayer, "the fee payer of the requirement is not this service's")
	}

	terms, err := svm.NewTerms(want, s.network, map[svm.Address]bool{f.address: true})
	if err != nil {
		return nil, nil, no(x402.ReasonInvalidRequirements, err.Error())
	}
	p, err := svm.ReadPayment(got.Payload.Transaction)
	if err != nil {
		return nil, nil, no(svm.ReasonUndecodable, err.Error())
	}
	return s, p, p.Check(terms)
}

func no(reason, message string) *svm.Refusal {
	return &svm.Refusal{
		Reason:  reason,
		Message: message,
	}
}

// payerOf is the payer of a payment, or "".
func payerOf(p *svm.Payment) string {
	if p == nil || p.Payer == (svm.Address{}) {
		return ""
	}
	return p.Payer.String()
}
