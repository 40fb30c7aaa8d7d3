package problem

import "net/http"

// Code is what the documents say about a problem code.
type Code struct {
	Name     string
	Statuses []int  // it comes with
	Retry    string // one of the Retry constants
	Meaning  string
}

// Group is codes of one subject.
type Group struct {
	Title string
	Codes []Code
}

// Codes is the one list of all codes; docs/errors.md is made from it.
func Codes() []Group {
	return []Group{
		{"What is wrong with a request", []Code{
			{CodeInvalidInput, []int{400}, retryOf(400), "an input violates a rule of the spec or of the route"},
			{CodeMissingInput, []int{400}, retryOf(400),
				"a required input is missing: a single one, or all of a group that needs one"},
			{CodeAmbiguous, []int{400}, retryOf(400),
				"mutually exclusive inputs are both given, or one is ambiguous"},
			{CodeUnknownParameter, []int{400}, retryOf(400), "the route has no such input"},
			{CodeMalformedQuery, []int{400}, retryOf(400), "the query string is not URL-encoded"},
			{CodeMalformedJSON, []int{400}, retryOf(400), "the body is not one JSON value, or a member stands twice in it"},
			{CodeUnreadableBody, []int{400}, retryOf(400), "the body could not be received"},
			{CodeUnsupportedMediaType, []int{415, 422}, retryOf(415),
				"the body, or a page, is of a type that cannot be read"},
			{CodeMalformedRequest, []int{400, 501}, retryOf(400), "the request is not readable HTTP"},
			{CodeTooLarge, []int{413, 422, 431}, retryOf(413), "an input, a header or a page has too many bytes"},
			{CodeTooComplex, []int{400}, retryOf(400), "the work would be out of proportion to the input"},
			{CodeResultTooLarge, []int{422}, retryOf(422), "the answer would exceed its limit"},
			{CodeNoSuchRoute, []int{404}, retryOf(404), "nothing is served at the path"},
			{CodeNotSoldHere, []int{404}, RetryNever, "the operator of this service does not sell the route"},
			{CodeWrongMethod, []int{405}, retryOf(405), "the path does not have this method"},
			{CodeOperatorOnly, []int{401}, retryOf(401), "the operator's token is needed"},
			{CodeNotFound, []int{404}, retryOf(404), "the requested thing does not exist"},
			{CodeClientClosedRequest, []int{499}, retryOf(499), "the caller left before the answer was ready"},
		}},
		{"What is wrong on the side of the service and of those it asks", []Code{
			{CodeInternal, []int{502}, retryOf(502), "an internal error without a more specific code"},
			{CodeHandlerFailed, []int{502}, retryOf(502),
				"the route answered an error that is not a problem document"},
			{CodeNotConfigured, []int{503, 404}, RetryNever,
				"the operator has not configured what the route needs; waiting does not help"},
			{CodeWarming, []int{503}, retryOf(503), "a list is loaded for the first time"},
			{CodeListUnavailable, []int{503}, retryOf(503),
				"a list could not be loaded, or was refused; the detail says why"},
			{CodeDataTooOld, []int{503}, retryOf(503),
				"a provider's newest data are older than the requested time"},
			{CodeProviderUnavailable, []int{503}, retryOf(503),
				"the route is not sold for now: none of the providers that it depends on can be reached"},
			{CodeProviderChanged, []int{503}, retryOf(503),
				"the route is not sold for now: a provider that it depends on has changed the form of its answers"},
			{CodeStoreUnavailable, []int{503}, retryOf(503), "the usage records cannot be reached"},
			{CodeNotReady, []int{503}, retryOf(503), "/health was asked with ready=true, and nothing can be sold now"},
			{CodeUpstreamFailed, []int{502}, retryOf(502),
				"a provider could not be reached in time, or its answer could not be used"},
			{CodePromiseBroken, []int{502}, retryOf(502),
				"what providers said contradicts the question, or itself"},
			{CodeRateLimited, []int{503}, retryOf(503), "a provider's request limit is used up"},
			{CodeUpstreamRefused, []int{422, 502, 400, 404, 409, 413}, retryOf(422),
				"a provider, or the service of an API that is sold here, rejects the request"},
			{CodeDNSTimeout, []int{502}, retryOf(502), "the DNS did not answer in time"},
			{CodeDNSFailed, []int{502}, retryOf(502), "a DNS lookup failed, or a host has no address"},
		}},
		{"What becomes of payments", []Code{
			{CodeSettlementPending, []int{503}, RetrySamePayment,
				"it is not yet known whether the payment was settled: it may still be charged"},
			{CodeBusy, []int{503}, retryOf(503),
				"too much is under way: work on large pages and bodies, or checks of contract wallets' payments"},
			{CodeInvalidPurchaseID, []int{400}, retryOf(400), "the Idempotency-Key breaks its rules"},
			{CodePurchaseIDReused, []int{409}, retryOf(409), "the purchase id was used for another request"},
			{CodePaymentInFlight, []int{409}, retryOf(409), "the same payment is being worked on"},
			{CodeChannelBusy, []int{409}, retryOf(409),
				"another call on the same payment channel is being worked on"},
			{CodePaymentMethodUnsupported, []int{400}, retryOf(400),
				"a credential of the Payment scheme has an unsupported method or intent"},
			{CodePayerBusy, []int{429}, retryOf(429), "the payer has too many requests under way"},
			{CodePayerTransactions, []int{429}, retryOf(429),
				"the payer's deposits and refunds of the last hour have reached this service's limit for gas"},
			{CodePayerNotServed, []int{403}, retryOf(403),
				"the operator refuses this payer, who still gets answers paid for before"},
			{CodePayerBlocked, []int{429}, RetryNewPayment,
				"too many of the payer's settlements were refused recently"},
			{CodePaymentBackendUnavailable, []int{503}, retryOf(503),
				"the facilitator could not check the payment"},
			{CodeSettlementUnavailable, []int{503}, retryOf(503),
				"the settlement key has no gas money: there is neither a quote nor an answer"},
			{CodeLedgerUnavailable, []int{503}, retryOf(503), "the ledger of payments cannot be reached"},
		}},
		{"What is wrong with a page that a caller names", []Code{
			{CodeBadURL, []int{400}, retryOf(400), "the URL may not be fetched; the member rule says why"},
			{CodePrivateAddress, []int{400}, retryOf(400), "the URL leads to an address that is not public"},
			{CodeRobotsDenied, []int{403}, retryOf(403), "robots.txt forbids the page, or could not be read"},
			{CodeUpstreamStatus, []int{422, 502}, retryOf(422), "the host answered an error"},
			{CodeRedirectLoop, []int{422}, retryOf(422), "the page redirects in a circle or too often"},
			{CodeConnectFailed, []int{502}, retryOf(502), "no connection to the host"},
			{CodeTLSFailed, []int{502}, retryOf(502), "TLS with the host failed, or its certificate is not valid"},
			{CodeTimeout, []int{502}, retryOf(502), "the host took too long"},
			{CodeBadResponse, []int{502}, retryOf(502),
				"the host's response is not HTTP, is truncated or is broken"},
			{CodePageWithheld, []int{502}, retryOf(502),
				"the site showed a challenge, a demand for consent or a refusal in place of the page"},
			{CodeHostBusy, []int{503}, retryOf(503), "too many requests are waiting for the host"},
			{CodeNoBrowser, []int{503}, retryOf(503), "there is no browser to run scripts with"},
			{CodeRenderBusy, []int{503}, retryOf(503), "every browser is in use"},
			{CodeRenderTimeout, []int{502}, retryOf(502), "the page did not become readable in time"},
			{CodeRenderCrashed, []int{502}, retryOf(502), "the page crashed the browser"},
			{CodeEmptyPage, []int{422}, retryOf(422), "the page has no bytes"},
			{CodeNoContent, []int{422}, retryOf(422), "the page has no text"},
			{CodeExtractionFailed, []int{502}, retryOf(502), "the page's content could not be extracted"},
			{CodeBadPage, []int{502}, retryOf(502), "the page's data cannot be written as JSON"},
			{CodeNotAFeed, []int{422}, retryOf(422), "the page is not an RSS, Atom or JSON feed"},
		}},
		{"What single families say", []Code{
			{CodeUnsupportedConversion, []int{400}, retryOf(400), "convert: not between these two formats"},
			{CodeNotSanitizable, []int{422}, retryOf(422),
				"convert: the HTML changes its meaning each time it is read"},
			{CodeUnsupportedTaxYear, []int{400}, retryOf(400), "tax: there is no table of the year"},
			{CodeSeveralMatch, []int{422}, retryOf(422),
				"entity, kyb: the name fits several organisations equally well"},
			{CodeExpired, []int{400}, retryOf(400), "quant: the option has no time left"},
			{CodePriceBelowIntrinsic, []int{400}, retryOf(400),
				"quant: the market price is not above the exercise value"},
			{CodePriceAboveBound, []int{400}, retryOf(400), "quant: no volatility gives such a high market price"},
			{CodeNoRows, []int{400}, retryOf(400), "marketing: the list has no row"},
			{CodeNoHeader, []int{400}, retryOf(400), "marketing: the header has no known column"},
			{CodeNoSpend, []int{400}, retryOf(400), "marketing: the table has no spend figures"},
			{CodeNoTouches, []int{400}, retryOf(400), "marketing: no touch has a channel"},
			{CodeTooManyRows, []int{400}, retryOf(400), "marketing: too many rows"},
			{CodeTooManyColumns, []int{400}, retryOf(400), "marketing: too many columns"},
			{CodeTooManyPaths, []int{400}, retryOf(400), "marketing: too many paths"},
			{CodeTooManyTouches, []int{400}, retryOf(400), "marketing: too many touches"},
			{CodeTooManyStages, []int{400}, retryOf(400), "marketing: over the cap of stages"},
			{CodeTooManyVariants, []int{400}, retryOf(400), "marketing: the test has more than two variants"},
			{CodeUnterminatedQuote, []int{400}, retryOf(400), "marketing: a quote in the text never closes"},
			{CodeBadChecksum, []int{400}, retryOf(400), "screen: the address has a wrong checksum"},
			{CodeNotPublicIPv4, []int{400}, retryOf(400), "fraud: the address is not a public IPv4 address"},
			{CodeNotERC20, []int{400}, retryOf(400), "chain: the contract is not an ERC-20 token"},
			{CodeNotNormalized, []int{400}, retryOf(400), "chain: the name is not in the normal form of ENSIP-15"},
			{CodeNoPrice, []int{503}, retryOf(503), "chain: no feed and no pool has a price now"},
			{CodePoolCheckFailed, []int{502}, retryOf(502), "dex: the chain contradicts the table of pools"},
			{CodeNoHeadlines, []int{422}, retryOf(422), "cryptonews: no headline is about the subject"},
			{CodeNewsFailed, []int{502}, retryOf(502), "cryptonews: no publisher's feed could be read"},
			{CodeSentimentFailed, []int{502}, retryOf(502),
				"cryptonews: neither the index nor a feed could be read"},
		}},
	}
}

// retryOf is what to send again after an answer of this status, where the problem itself does not say: nothing after a
// fault of the request, which will fail the same way, and the same payment, which is unspent, after a fault of ours.
func retryOf(status int) string {
	wait := status == http.StatusConflict || status == http.StatusTooManyRequests
	if status < http.StatusInternalServerError && !wait {
		return RetryNever
	}
	return RetrySamePayment
}
