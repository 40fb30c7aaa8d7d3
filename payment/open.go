package payment

import "time"

// OpenPayment is a payment whose settlement is under way or of unknown outcome: its answer is stored, and whether money
// has moved is for the chain to say.
type OpenPayment struct {
	Key         Key
	Route       string
	PriceUSD    string
	Transaction string // the latest that may have made the transfer, or ""
	StoredAt    time.Time
	RevertedAt  time.Time // when the chain had taken an earlier settlement back; zero when it has not
}

// OpenPayments are the payments that are open.
type OpenPayments struct {
	Count     int64
	AmountUSD string        // decimal dollars
	Oldest    []OpenPayment // the longest delivered first
}
