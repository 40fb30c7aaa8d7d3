package problem

// The codes of problems, for programs: each is stable, and no other place spells one. [Codes] says what each means.

// What is wrong with a request.
const (
	CodeInvalidInput         = "invalid_input"
	CodeMissingInput         = "missing_input"
	CodeAmbiguous            = "ambiguous"
	CodeUnknownParameter     = "unknown_parameter"
	CodeMalformedQuery       = "malformed_query"
	CodeMalformedJSON        = "malformed_json"
	CodeUnreadableBody       = "unreadable_body"
	CodeMalformedRequest     = "malformed_request"
	CodeUnsupportedMediaType = "unsupported_media_type"
	CodeTooLarge             = "too_large"
	CodeTooComplex           = "too_complex"
	CodeResultTooLarge       = "result_too_large"
	CodeNoSuchRoute          = "no_such_route"
	CodeNotSoldHere          = "not_sold_here"
	CodeWrongMethod          = "wrong_method"
	CodeOperatorOnly         = "operator_only"
	CodeNotFound             = "not_found"
	CodeClientClosedRequest  = "client_closed_request"
)

// What is wrong on the side of the service and of those it asks.
const (
	CodeInternal        = "internal"
	CodeHandlerFailed   = "handler_failed"
	CodeNotConfigured   = "not_configured"
	CodeWarming         = "warming"
	CodeListUnavailable = "list_unavailable"
	CodeDataTooOld      = "data_too_old"

	// Of a route that is closed before payment is asked for.
	CodeProviderUnavailable = "provider_unavailable"
	CodeProviderChanged     = "provider_changed"

	CodeStoreUnavailable = "store_unavailable"
	CodeNotReady         = "not_ready"
	CodeUpstreamFailed   = "upstream_failed"
	CodePromiseBroken    = "promise_broken"
	CodeRateLimited      = "rate_limited"
	CodeUpstreamRefused  = "upstream_refused"
	CodeDNSTimeout       = "dns_timeout"
	CodeDNSFailed        = "dns_failed"
)

// What becomes of payments.
const (
	CodeSettlementPending         = "settlement_pending"
	CodeBusy                      = "busy"
	CodeInvalidPurchaseID         = "invalid_purchase_id"
	CodePurchaseIDReused          = "purchase_id_reused"
	CodePaymentInFlight           = "payment_in_flight"
	CodeChannelBusy               = "channel_busy"
	CodePaymentMethodUnsupported  = "payment_method_unsupported"
	CodePayerBusy                 = "payer_busy"
	CodePayerTransactions         = "payer_transactions"
	CodePayerBlocked              = "payer_blocked"
	CodePayerNotServed            = "payer_not_served"
	CodePaymentBackendUnavailable = "payment_backend_unavailable"
	CodeSettlementUnavailable     = "settlement_unavailable"
	CodeLedgerUnavailable         = "ledger_unavailable"
)

// What is wrong with a page that a caller names.
const (
	CodeBadURL           = "bad_url"
	CodePrivateAddress   = "private_address"
	CodeRobotsDenied     = "robots_denied"
	CodeUpstreamStatus   = "upstream_status"
	CodeRedirectLoop     = "redirect_loop"
	CodeConnectFailed    = "connect_failed"
	CodeTLSFailed        = "tls_failed"
	CodeTimeout          = "timeout"
	CodeBadResponse      = "bad_response"
	CodeHostBusy         = "host_busy"
	CodePageWithheld     = "page_withheld"
	CodeNoBrowser        = "no_browser"
	CodeRenderBusy       = "render_busy"
	CodeRenderTimeout    = "render_timeout"
	CodeRenderCrashed    = "render_crashed"
	CodeEmptyPage        = "empty_page"
	CodeNoContent        = "no_content"
	CodeExtractionFailed = "extraction_failed"
	CodeBadPage          = "bad_page"
	CodeNotAFeed         = "not_a_feed"
)

// What single families say.
const (
	CodeUnsupportedConversion = "unsupported_conversion"
	CodeNotSanitizable        = "not_sanitizable"
	CodeUnsupportedTaxYear    = "unsupported_tax_year"
	CodeSeveralMatch          = "several_match"
	CodeExpired               = "expired"
	CodePriceBelowIntrinsic   = "price_below_intrinsic"
	CodePriceAboveBound       = "price_above_bound"
	CodeNoRows                = "no_rows"
	CodeNoHeader              = "no_header"
	CodeNoSpend               = "no_spend"
	CodeNoTouches             = "no_touches"
	CodeTooManyRows           = "too_many_rows"
	CodeTooManyColumns        = "too_many_columns"
	CodeTooManyPaths          = "too_many_paths"
	CodeTooManyTouches        = "too_many_touches"
	CodeTooManyStages         = "too_many_stages"
	CodeTooManyVariants       = "too_many_variants"
	CodeUnterminatedQuote     = "unterminated_quote"
	CodeBadChecksum           = "bad_checksum"
	CodeNotPublicIPv4         = "not_public_ipv4"
	CodeNotERC20              = "not_erc20"
	CodeNotNormalized         = "not_normalized"
	CodeNoPrice               = "no_price"
	CodePoolCheckFailed       = "pool_check_failed"
	CodeNoHeadlines           = "no_headlines"
	CodeNewsFailed            = "news_failed"
	CodeSentimentFailed       = "sentiment_failed"
)
