package problem

// The codes of problems, for programs: each is stable, and no other place spells one.

// What is wrong with a request.
const (
	CodeInvalidInput         = "invalid_input"          // an input breaks a rule of the spec or of the route
	CodeMissingInput         = "missing_input"          // an input that the request needs is not there
	CodeMissing              = "missing"                // none of the inputs of which one is needed is there
	CodeAmbiguous            = "ambiguous"              // inputs that exclude each other are both there
	CodeUnknownParameter     = "unknown_parameter"      // an input that the route does not have
	CodeMalformedQuery       = "malformed_query"        // the query string is not URL-encoded
	CodeMalformedJSON        = "malformed_json"         // the body is not one JSON value
	CodeUnreadableBody       = "unreadable_body"        // the body could not be received
	CodeUnsupportedMediaType = "unsupported_media_type" // the body, or a page, is of a type that cannot be read
	CodeTooLarge             = "too_large"              // an input or a page is over its cap of bytes
	CodeTooComplex           = "too_complex"            // the work would be out of proportion to the input
	CodeResultTooLarge       = "result_too_large"       // the answer would be over its cap
	CodeNoSuchRoute          = "no_such_route"          // nothing is served at the path
	CodeWrongMethod          = "wrong_method"           // the path has other methods
	CodeOperatorOnly         = "operator_only"          // the operator's token is needed
	CodeNotFound             = "not_found"              // what was asked about does not exist
	CodeClientClosedRequest  = "client_closed_request"  // the caller left before the answer was ready
)

// What is wrong on the side of the service and of those it asks.
const (
	CodeInternal            = "internal"              // nobody gave the error an answer of its own
	CodeHandlerFailed       = "handler_failed"        // the route answered an error that is no problem document
	CodeNotConfigured       = "not_configured"        // the operator has not set up what the route needs
	CodeWarming             = "warming"               // a list is loaded for the first time
	CodeStoreUnavailable    = "store_unavailable"     // the usage records cannot be reached
	CodeUpstreamUnavailable = "upstream_unavailable"  // a provider could not be reached in time
	CodeUpstreamRateLimited = "upstream_rate_limited" // a provider's limit of requests is used up
	CodeUpstreamBadResponse = "upstream_bad_response" // a provider's answer could not be used
	CodeUpstreamRefused     = "upstream_refused"      // a provider does not take the request
	CodeDNSTimeout          = "dns_timeout"           // the DNS did not answer in time
	CodeDNSFailed           = "dns_failed"            // a DNS lookup failed, or a host has no address
)

// What becomes of payments. While a settlement is pending the code is x402.ReasonSettlementPending.
const (
	CodeBusy                      = "busy"                        // too many contract wallets are being checked
	CodeInvalidPurchaseID         = "invalid_purchase_id"         // the Idempotency-Key breaks its rules
	CodePurchaseIDReused          = "purchase_id_reused"          // the purchase's name was used for another request
	CodePaymentInFlight           = "payment_in_flight"           // the same payment is being worked on
	CodePayerBusy                 = "payer_busy"                  // the payer has too many requests under way
	CodePayerBlocked              = "payer_blocked"               // too many settlements of the payer were refused
	CodePaymentBackendUnavailable = "payment_backend_unavailable" // the facilitator could not check the payment
	CodeLedgerUnavailable         = "ledger_unavailable"          // the ledger of payments cannot be reached
)

// What is wrong with a page that a caller names; see packages fetch and render.
const (
	CodeBadURL           = "bad_url"           // the URL may not be fetched; the member rule says why
	CodePrivateAddress   = "private_address"   // the URL leads to an address that is not public
	CodeRobotsBlocked    = "robots_blocked"    // robots.txt forbids the page, or could not be read
	CodeUpstreamStatus   = "upstream_status"   // the host answered an error
	CodeRedirectLoop     = "redirect_loop"     // the page redirects in a circle or too often
	CodeConnectFailed    = "connect_failed"    // no connection to the host
	CodeTLSFailed        = "tls_failed"        // no TLS with the host, or a certificate that is not valid
	CodeTimeout          = "timeout"           // the host took too long
	CodeBadResponse      = "bad_response"      // what the host sent is not HTTP, is cut short or is broken
	CodeHostBusy         = "host_busy"         // too many requests wait for the host here
	CodeNoBrowser        = "no_browser"        // there is no browser to run scripts with
	CodeRenderBusy       = "render_busy"       // every browser is in use
	CodeRenderTimeout    = "render_timeout"    // the page did not become readable in time
	CodeRenderCrashed    = "render_crashed"    // the page took the browser down
	CodeEmptyPage        = "empty_page"        // the page has no bytes
	CodeNoContent        = "no_content"        // the page has no text
	CodeExtractionFailed = "extraction_failed" // the page's content could not be worked out
	CodeBadPage          = "bad_page"          // the page's data cannot be written as JSON
	CodeNotAFeed         = "not_a_feed"        // the page is no RSS, Atom or JSON feed
	CodeNotASitemap      = "not_a_sitemap"     // the file is no sitemap
)

// What single families say.
const (
	CodeUnsupportedConversion = "unsupported_conversion" // convert: not between these two formats
	CodeNotSanitizable        = "not_sanitizable"        // convert: the HTML changes its meaning each time it is read
	CodeUnsupportedTaxYear    = "unsupported_tax_year"   // tax: there is no table of the year
	CodeExpired               = "expired"                // quant: the option has no time left
	CodePriceBelowIntrinsic   = "price_below_intrinsic"  // quant: the market price is under what exercising brings
	CodePriceAboveBound       = "price_above_bound"      // quant: no volatility gives a market price so high
	CodeNoRows                = "no_rows"                // marketing: the list has no row
	CodeNoHeader              = "no_header"              // marketing: no column of the header is known
	CodeNoSpend               = "no_spend"               // marketing: the table has no figures of spend
	CodeNoTouches             = "no_touches"             // marketing: no touch has a channel
	CodeTooManyRows           = "too_many_rows"          // marketing: over the cap of rows
	CodeTooManyColumns        = "too_many_columns"       // marketing: over the cap of columns
	CodeTooManyPaths          = "too_many_paths"         // marketing: over the cap of paths
	CodeTooManyTouches        = "too_many_touches"       // marketing: over the cap of touches
	CodeTooManyStages         = "too_many_stages"        // marketing: over the cap of stages
	CodeTooManyVariants       = "too_many_variants"      // marketing: a test of more than two variants
	CodeUnterminatedQuote     = "unterminated_quote"     // marketing: a quote in the text never closes
	CodeBadChecksum           = "bad_checksum"           // screen: the address has a wrong checksum
	CodeNotPublicIPv4         = "not_public_ipv4"        // fraud: the address is not a public one of IPv4
	CodeNotERC20              = "not_erc20"              // chain: the contract is no ERC-20 token
	CodeNotNormalized         = "not_normalized"         // chain: the name is not in the normal form of ENSIP-15
	CodeNoPrice               = "no_price"               // chain: no feed and no pool has a price now
	CodePoolCheckFailed       = "pool_check_failed"      // dex: the chain contradicts the table of pools
	CodeNoHeadlines           = "no_headlines"           // cryptonews: no headline is about what was asked
	CodeNewsFailed            = "news_failed"            // cryptonews: no publisher's feed could be read
	CodeSentimentFailed       = "sentiment_failed"       // cryptonews: neither the index nor a feed could be read
)
