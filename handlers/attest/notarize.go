package attest

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"
	"unicode/utf8"

	gen "github.com/farebox/farebox/gen/attest"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/chain/attest"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// maxBodyBytes is the largest body that mode full returns; a larger one is attested but not returned.
const maxBodyBytes = 1 << 20

// maxContentType is the longest attested Content-Type, in bytes.
const maxContentType = 1024

// omittedTooLarge says why mode full returned no body.
const omittedTooLarge = "too_large"

// Notarize answers GET /notarize: it fetches a page and signs the result, in two forms that POST /attest/verify and
// other tools verify. Of the caller's input it attests only the URL, and only because it led to an answer. A 404 is
// an answer just like a 200; a 5xx is not.
func (h *Handlers) Notarize(ctx context.Context, req gen.NotarizeRequestObject) (gen.NotarizeResponseObject, error) {
	if _, err := h.fetcher.Guard().CheckURL(req.Params.URL); err != nil {
		return nil, fetch.Problem(err, "url")
	}
	if h.signer == nil {
		return nil, problem.NotConfigured("this service has no key to sign attestations with (ATTESTOR_KEY)")
	}

	page, err := h.fetcher.Get(ctx, fetch.Request{
		URL:      req.Params.URL,
		For:      fetch.ForNotarize,
		Statuses: fetch.Below500,
		KeepRaw:  true,
	})
	if err != nil {
		return nil, fetch.Problem(err, "url")
	}

	snapshot, err := snapshotOfPage(page)
	if err != nil {
		return nil, err
	}

	done, err := capacity.Work(ctx, htmlpage.Cost(page.Body))
	if err != nil {
		return nil, err
	}
	stand, err := fetch.JudgeBody(page)
	done()
	if err != nil {
		return nil, fetch.Problem(err, "url")
	}

	answer := gen.Notarization{
		Mode:     gen.NotarizationMode(req.Params.Mode),
		Attestor: h.signer.Address().Hex(),
		Snapshot: snapshotAnswer(snapshot),
		Observed: observed(page),
	}
	answer.Observed.StandIn = response.StandIn(stand)
	if answer.Attestations, err = h.attestations(snapshot); err != nil {
		return nil, err
	}

	if req.Params.Mode == gen.NotarizeParamsModeFull {
		if len(page.Raw) <= maxBodyBytes {
			answer.BodyBase64 = new(base64.StdEncoding.EncodeToString(page.Raw))
		} else {
			answer.BodyOmitted = new(omittedTooLarge)
		}
	}

	return gen.Notarize200JSONResponse(answer), nil
}

// snapshotOfPage is the snapshot to attest of a fetched page.
func snapshotOfPage(page *fetch.Page) (attest.Snapshot, error) {
	final, err := url.Parse(page.FinalURL)
	if err != nil {
		return attest.Snapshot{}, fmt.Errorf("reading the final URL: %w", err)
	}

	var sum [32]byte
	if n, err := hex.Decode(sum[:], []byte(page.SHA256)); err != nil || n != len(sum) {
		return attest.Snapshot{}, errors.New("the page came without its hash")
	}

	contentType := page.Header.Get("Content-Type")
	if len(contentType) > maxContentType || !utf8.ValidString(contentType) {
		// It cannot be signed unchanged: an attestation's message is JSON, and bounded.
		return attest.Snapshot{}, problem.BadGateway(string(fetch.KindBadResponse), nil, "%s answered with an invalid Content-Type", final.Hostname())
	}

	return attest.Snapshot{
		FinalURL:      page.FinalURL,
		HTTPStatus:    uint16(page.Status),
		ContentType:   contentType,
		ContentLength: uint64(len(page.Raw)),
		SHA256:        sum,
		FetchedAt:     uint64(page.FetchedAt.Unix()),
		UpstreamHost:  final.Hostname(),
	}, nil
}

func snapshotAnswer(s attest.Snapshot) gen.NotarizeSnapshot {
	return gen.NotarizeSnapshot{
		FinalURL:      s.FinalURL,
		HTTPStatus:    int(s.HTTPStatus),
		ContentType:   s.ContentType,
		ContentLength: int64(s.ContentLength),
		Sha256:        hex.EncodeToString(s.SHA256[:]),
		FetchedAt:     time.Unix(int64(s.FetchedAt), 0).UTC(),
		UpstreamHost:  s.UpstreamHost,
	}
}

// attestations signs a snapshot in both forms.
func (h *Handlers) attestations(s attest.Snapshot) (gen.NotarizeAttestations, error) {
	var salt [32]byte
	if _, err := io.ReadFull(h.random, salt[:]); err != nil {
		return gen.NotarizeAttestations{}, fmt.Errorf("drawing the salt: %w", err)
	}
	typed, err := h.signer.EIP712(s)
	if err != nil {
		return gen.NotarizeAttestations{}, fmt.Errorf("attesting in the EIP-712 form: %w", err)
	}
	offchain, err := h.signer.EASOffchain(s, salt)
	if err != nil {
		return gen.NotarizeAttestations{}, fmt.Errorf("attesting in the EAS form: %w", err)
	}
	return gen.NotarizeAttestations{Eip712: eip712Answer(typed), EasOffchain: easAnswer(offchain)}, nil
}

// observed is further observations. They are not signed.
func observed(page *fetch.Page) gen.NotarizeObserved {
	o := gen.NotarizeObserved{
		ContentEncoding: response.OrNull(page.ContentEncoding),
		Etag:            response.OrNull(page.Header.Get("Etag")),
		LastModified:    response.OrNull(page.Header.Get("Last-Modified")),
		Date:            response.OrNull(page.Header.Get("Date")),
		TLSCertSha256:   response.OrNull(page.CertSHA256),
		Redirects:       []gen.NotarizeRedirect{},
	}

	if page.RemoteAddr.IsValid() {
		o.RemoteIP = response.OrNull(page.RemoteAddr.String())
	}

	for _, r := range page.Redirects {
		o.Redirects = append(o.Redirects, gen.NotarizeRedirect{
			From:   r.From,
			To:     r.To,
			Status: r.Status,
		})
	}

	return o
}
