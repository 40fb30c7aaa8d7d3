package payment

import (
	"encoding/hex"
	"time"

	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// transactionLife is for how long a transaction of Solana can be sent at most, counted from when it comes here: the 150
// blocks that its blockhash lives, at a slow pace of them.
const transactionLife = 2 * time.Minute

// svmAuthorization is a transaction of Solana that its payer has signed. Its name in the ledger is the hash of the
// message that is signed: the signature of the fee payer, by which the chain names it, is not there yet, and the buyer
// may fill its place with anything.
type svmAuthorization struct {
	*svm.Payment
	network  svm.Network
	sponsors map[svm.Address]bool
}

func readTransaction(n x402.Network, p x402.ExactPayload) (*svmAuthorization, error) {
	read, err := svm.ReadPayment(p.Transaction)
	if err != nil {
		return nil, err
	}
	network, err := svm.NetworkOf(n)
	if err != nil {
		return nil, err
	}

	sponsors := map[svm.Address]bool{}
	for _, text := range n.Sponsors {
		sponsor, err := svm.ParseAddress(text)
		if err != nil {
			return nil, err
		}
		sponsors[sponsor] = true
	}
	return &svmAuthorization{
		Payment:  read,
		network:  network,
		sponsors: sponsors,
	}, nil
}

func (s *svmAuthorization) identify(o *offer, now time.Time) {
	s.Signatures[0] = svm.Signature{} // the fee payer's place: what goes on is our own spelling of the payment
	o.payment.Payload = x402.ExactPayload{Transaction: s.Text()}
	o.validBefore = now.Add(transactionLife)

	// An offer from before the facilitator has changed its mind names another of its fee payers.
	if payer := s.Message.FeePayer(); s.sponsors[payer] {
		o.requirement.Extra.FeePayer = payer.String()
	}
	if s.Payer == (svm.Address{}) {
		return // it moves no money, which its fault shows
	}
	o.key = Key{
		Network: o.requirement.Network,
		Payer:   s.Payer.String(),
		Nonce:   hex.EncodeToString(s.Name[:]),
	}
	o.proven = s.isSigned()
}

// isSigned says that all have signed but the fee payer.
func (s *svmAuthorization) isSigned() bool {
	for place := 1; place < s.Message.Signers; place++ {
		if !s.Signed(place) {
			return false
		}
	}
	return s.Message.Signers > 1
}

func (s *svmAuthorization) fault(o *offer, _ time.Time) string {
	terms, err := svm.NewTerms(o.requirement, s.network, s.sponsors)
	if err != nil {
		return x402.ReasonInvalidRequirements
	}
	if refused := s.Check(terms); refused != nil {
		return s.inWords(refused.Reason, o.version)
	}
	return ""
}

func (s *svmAuthorization) inWords(reason string, version int) string {
	if version == 1 {
		return svm.ReasonV1(reason)
	}
	return reason
}

func (s *svmAuthorization) spent() string { return x402.ReasonDuplicate }

func (s *svmAuthorization) twin() string {
	return "this is byte for byte the transaction of an earlier request, and so the same payment: the same price was " +
		"signed on the same recent blockhash. Sign another with a memo, or with a newer blockhash"
}

func (s *svmAuthorization) isShort() bool { return true }
