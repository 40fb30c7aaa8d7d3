package site

// WalletNetwork is what a wallet needs to know about a network that is new to it (EIP-3085).
type WalletNetwork struct {
	Name      string   `json:"chainName"`
	RPCURLs   []string `json:"rpcUrls"` // public ones: a page tells them to anybody
	Currency  Currency `json:"nativeCurrency"`
	Explorers []string `json:"blockExplorerUrls,omitempty"` // without a slash at the end
}

// Currency is the coin that pays for gas on a network.
type Currency struct {
	Name     string `json:"name"`
	Symbol   string `json:"symbol"`
	Decimals int    `json:"decimals"`
}
