package payment

import (
	"encoding/base64"
	"net/http"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/payment/offerreceipt"
	"github.com/farebox/farebox/payment/x402"
)

// setReceipt sets the settlement header of the buyer's own protocol and version. The Payment scheme has one for what
// was settled alone.
func (a *attempt) setReceipt(h http.Header, network string, r x402.Receipt) {
	if a.offer.challengeID != "" {
		if r.Success {
			a.setMPPReceipt(h, network, r)
		}
		return
	}

	name := x402.HeaderPaymentResponse
	r.Network = network
	if a.offer.version == 1 {
		name = x402.HeaderPaymentResponseV1
		for _, n := range a.gate.opt.Seller.Networks {
			if n.CAIP2 == network {
				r.Network = n.V1Name
			}
		}
	}

	text, err := jsontext.Marshal(r)
	if err == nil {
		h.Set(name, base64.StdEncoding.EncodeToString(text))
	}
}

// signedReceipt is the extension with the signed receipt of a settled payment, or nil when receipts are not signed.
func (a *attempt) signedReceipt(network, transaction string) x402.Extensions {
	g := a.gate
	if g.opt.Receipts == nil {
		return nil
	}
	block, err := g.opt.Receipts.Receipt(network, a.quote.item.URL, a.payer(), transaction, g.opt.Now())
	if err != nil {
		g.opt.Log.Error("receipt not signed", "route", a.request.Route, "error", err)
		return nil
	}
	return x402.Extensions{offerreceipt.Name: block}
}
