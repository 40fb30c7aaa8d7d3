package server

import (
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/spec/assortment"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/offerreceipt"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/platform"
)

// maxQuote bounds the JSON of a quote's header, which is under 4 kB then in base64: common proxies take
// that. The rest of 3,072 bytes is for reasons longer than the one for a missing payment.
const maxQuote = 3072 - 56

// paymentIdentifier offers buyers to name their purchase (x402 extension payment-identifier).
const paymentIdentifier = `{"info":{"required":false},"schema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",` +
	`"properties":{"required":{"type":"boolean"},"id":{"type":"string","minLength":16,"maxLength":128,"pattern":"^[a-zA-Z0-9_-]+$"}},"required":["required"]}}`

// shortIdentifier is paymentIdentifier with a schema that takes anything: clients find the place for the id by info.
const shortIdentifier = `{"info":{"required":false},"schema":{}}`

func (s *Server) seller() (payment.Seller, error) {
	channels, err := s.channelTerms()
	if err != nil {
		return payment.Seller{}, err
	}
	c := s.parts.Config
	return payment.Seller{
		Name:     c.ServiceName,
		IconURL:  c.PublicBaseURL + "/favicon.ico",
		Networks: s.parts.Networks,
		Channels: channels,

		SolanaCharges: s.parts.Fees != nil,
	}, nil
}

// items are the paid operations of the spec as the gate sells them.
func (s *Server) items(receipts *offerreceipt.Signer) ([]payment.Item, error) {
	offers := receipts
	if !s.parts.Config.SignedOffers {
		offers = nil
	}
	var items []payment.Item
	seller, err := s.seller()
	if err != nil {
		return nil, err
	}

	blocks := derive(s.parts.Spec).blocks
	for _, op := range s.parts.Spec.Operations {
		if !op.Paid {
			continue
		}
		output, err := blocks.OutputV1(op)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", op.Name(), err)
		}
		item := payment.Item{
			Route:        op.Name(),
			URL:          s.parts.Config.PublicBaseURL + op.Pattern(),
			Description:  op.Description,
			PriceUSD:     op.Price,
			Tags:         []string{op.Family},
			OutputSchema: output,
			Budget:       s.parts.Config.RequestBudget,
			KeepNothing:  op.KeepNothing,
			Extensions: x402.Extensions{
				"bazaar":             json.RawMessage(`{}`),
				"payment-identifier": json.RawMessage(paymentIdentifier),
			},
		}
		if err := fit(&item, op, seller, offers, blocks); err != nil {
			return nil, fmt.Errorf("%s: %w", op.Name(), err)
		}
		items = append(items, item)
	}
	return items, nil
}

// fit makes the quote of an item as full as its header takes. If even the shortest description of how to call the route
// is too long, the route's title replaces its description. Then its tag goes, then the schema of the payment
// identifier, and at last the signatures of offers to pay by channel.
func fit(
	item *payment.Item, op *spec.Operation, seller payment.Seller,
	offers *offerreceipt.Signer, blocks *discovery.Blocks,
) error {
	for _, shorten := range []func(){
		func() {},
		func() { item.Summary = op.Summary },
		func() {
			item.Extensions["payment-identifier"] = json.RawMessage(shortIdentifier)
			item.Tags = nil
		},
		func() { item.SignExactAlone = true },
	} {
		shorten()
		item.Extensions["bazaar"] = json.RawMessage(`{}`)
		taken, err := payment.QuoteSize(seller, *item, offers)
		if err != nil {
			return err
		}

		room := maxQuote - taken
		if item.Extensions["bazaar"], err = blocks.Bazaar(op, room); err != nil {
			return err
		}
		if len(item.Extensions["bazaar"]) <= room {
			return nil
		}
	}
	return nil
}

// receipts signs offers and receipts; nil without ATTESTOR_KEY.
func (c *Config) receipts() (*offerreceipt.Signer, error) {
	if c.AttestorKey == "" {
		return nil, nil
	}
	key, err := PrivateKey(c.AttestorKey)
	if err != nil {
		return nil, fmt.Errorf("ATTESTOR_KEY %w", err)
	}
	return offerreceipt.NewSigner(key), nil
}

// didDocument says which key signs offers and receipts; nil when none does.
func (s *Server) didDocument() ([]byte, error) {
	receipts, err := s.parts.Config.receipts()
	if receipts == nil || err != nil {
		return nil, err
	}
	origin, err := url.Parse(s.parts.Config.PublicBaseURL)
	if err != nil {
		return nil, fmt.Errorf("PUBLIC_BASE_URL: %w", err)
	}
	return receipts.Document(origin.Host, keyNetwork(s.parts.Networks).CAIP2)
}

// challenges issues those of the Payment scheme; nil when it is off. Replicas share the server secret, and so their
// challenges.
func (s *Server) challenges() (*mpp.Issuer, error) {
	if !s.parts.Config.PaymentAuth {
		return nil, nil
	}
	key, err := s.parts.Secret.Key("challenges of the Payment scheme")
	if err != nil {
		return nil, err
	}
	origin, err := url.Parse(s.parts.Config.PublicBaseURL)
	if err != nil {
		return nil, fmt.Errorf("PUBLIC_BASE_URL: %w", err)
	}
	return mpp.NewIssuer(origin.Hostname(), key.Name()), nil
}

// methodOf is the method of the Payment scheme that takes payments on a network; "" where none does.
func (s *Server) methodOf(n x402.Network) string {
	switch {
	case n.Permit2:
		return "" // its credentials are those of EIP-3009
	case n.Kind == x402.EVM:
		return mpp.Method
	case s.parts.Fees != nil:
		return mpp.MethodSolana
	}
	return ""
}

// describe is what documents say about the service.
func (s *Server) describe() discovery.Service {
	c := s.parts.Config
	service := discovery.Service{
		Name:           c.ServiceName,
		Version:        s.parts.Spec.Doc.Info.Version,
		PublicBaseURL:  c.PublicBaseURL,
		Mode:           s.parts.Mode,
		Facilitator:    facilitatorName(c.FacilitatorURL),
		Index402Verify: c.Index402Verify,
		TermsURL:       c.Terms,
		MPP:            c.PaymentAuth,
	}
	if contact := c.Contact; contact != "" {
		service.ContactName = c.ServiceName
		if u := publicOrigins(contact); u != "" {
			service.ContactURL = contact
		} else {
			service.ContactEmail = contact
		}
	}
	for _, n := range s.parts.Networks {
		service.Networks = append(service.Networks, discovery.Network{
			CAIP2:    n.CAIP2,
			Name:     n.Name,
			Asset:    n.Token(),
			Symbol:   n.Symbol,
			Decimals: int(n.Decimals),
			PayTo:    n.PayTo,
			Signed:   n.Signed(),
			MPP:      s.methodOf(n),
		})
	}

	return service
}

// platform is what the free routes depend on.
func (s *Server) platform() (platform.Config, error) {
	service := s.describe()
	var err error
	if service.DID, err = s.didDocument(); err != nil {
		return platform.Config{}, err
	}

	document, err := assortment.Published(s.parts.document)
	if err != nil {
		return platform.Config{}, err
	}

	return platform.Config{
		Spec:          s.parts.Spec,
		Document:      document,
		Find:          s.find,
		Closed:        s.closures.codes,
		Home:          s.site.Home,
		Settlements:   s.book.told,
		Service:       service,
		Usage:         s.parts.Usage,
		Totals:        s.totals,
		Health:        s.health.report,
		Now:           s.now,
		SlowThreshold: s.parts.Config.SlowThreshold,
	}, nil
}
