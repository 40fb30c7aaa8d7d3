package pay

import (
	"errors"
	"fmt"
	"net/http"
)

// Refund is what a seller has given back.
type Refund struct {
	AmountUSD   string `json:"amount_usd"`
	Transaction string `json:"transaction"`
}

// Refund asks a seller for what is left in the channel that pays for requests such as this one, which is not carried
// out: any paid GET route of the seller will do. The seller claims what it has earned before.
func (t *Transport) Refund(request *http.Request) (*Refund, error) {
	if t.opts.Wallet == nil {
		return nil, errors.New("pay: refund: Options.Wallet is not set")
	}
	c, q, o, err := t.channelOffer(request)
	if err != nil {
		return nil, err
	}

	own, err := t.channelOf(o)
	if err != nil {
		return nil, err
	}
	select {
	case <-own.turn:
		defer func() { own.turn <- struct{}{} }()
	case <-request.Context().Done():
		return nil, request.Context().Err()
	}
	return t.refund(c, own, q, o)
}

func (t *Transport) refund(c *call, own *ownChannel, q *Quote, o Offer) (*Refund, error) {
	var out outcome
	for range maxVouchers {
		v, err := t.voucher(own, own.charged)
		if err != nil {
			return nil, err
		}
		s, err := t.encodeVoucher(channelMessage{
			X402Version: 2,
			Resource:    q.resource,
			Accepted:    o.raw,
			Payload: channelPayload{
				Type:          "refund",
				ChannelConfig: own.config,
				Voucher:       v,
			},
		}, q, o)
		if err != nil {
			return nil, err
		}

		out = t.redeem(c, s, s.ValidBefore)
		own.known = false // how much is in it is for the seller to say
		if out.err == nil {
			return refundOf(out.payment)
		}
		if out.refused == nil || out.refused.reason() != reasonCumulative {
			return nil, out.err
		}
		if err := own.adopt(out.refused, t.opts.Assets); err != nil {
			return nil, unproven(out.err, err)
		}
	}
	return nil, out.err
}

// refundOf is what a receipt says was given back.
func refundOf(p *Payment) (*Refund, error) {
	if p == nil {
		return nil, errors.New("pay: refund: the seller does not say what it gave back")
	}
	amount, err := parseUnits(p.channel.Amount)
	if err != nil {
		return nil, fmt.Errorf("pay: refund: %w", err)
	}
	return &Refund{
		AmountUSD:   amount.String(),
		Transaction: p.Transaction,
	}, nil
}
