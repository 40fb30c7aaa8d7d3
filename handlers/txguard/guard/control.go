package guard

// controlFunctions change who controls a contract or an account, or what code it runs.
func controlFunctions() []declaration {
	gives := func(standard string, to int) func(*call) {
		return func(c *call) { c.add(Action{Kind: Ownership, Standard: standard, Spender: c.addr(to)}) }
	}
	code := func(implementation int) func(*call) {
		return func(c *call) {
			a := Action{Kind: Upgrade, Standard: "ERC-1967", Spender: c.addr(implementation)}
			if implementation > 0 { // a ProxyAdmin upgrades the proxy named first
				a.Token = c.addr(0)
			}
			c.add(a)
		}
	}
	return []declaration{
		{"transferOwnership", "address newOwner", gives("Ownable", 0)},
		{"setOwner", "address newOwner", gives("Ownable", 0)},
		{"renounceOwnership", "", named("Ownable")},
		{"acceptOwnership", "", named("Ownable")},
		{"grantRole", "bytes32 role,address account", gives("AccessControl", 1)},
		{"revokeRole", "bytes32 role,address account", named("AccessControl")},
		{"renounceRole", "bytes32 role,address account", named("AccessControl")},
		{"changeAdmin", "address newAdmin", gives("ERC-1967", 0)},
		{"enableModule", "address module", gives("Safe", 0)},
		{"disableModule", "address prevModule,address module", named("Safe")},
		{"setGuard", "address guard", gives("Safe", 0)},
		{"setFallbackHandler", "address handler", gives("Safe", 0)},
		{"addOwnerWithThreshold", "address owner,uint256 threshold", gives("Safe", 0)},
		{"swapOwner", "address prevOwner,address oldOwner,address newOwner", gives("Safe", 2)},
		{"removeOwner", "address prevOwner,address owner,uint256 threshold", func(c *call) { c.add(Action{Kind: Ownership, Standard: "Safe", Owner: c.addr(1)}) }},
		{"addOwnerAddress", "address owner", gives("Coinbase Smart Wallet", 0)},
		{"addOwnerPublicKey", "bytes32 x,bytes32 y", func(c *call) { c.add(Action{Kind: Ownership, Standard: "Coinbase Smart Wallet"}) }},
		{"installModule", "uint256 moduleTypeId,address module,bytes initData", gives("ERC-7579", 1)},
		{"changeThreshold", "uint256 threshold", func(c *call) { c.add(Action{Kind: Ownership, Standard: "Safe"}) }},
		{"upgradeTo", "address newImplementation", code(0)},
		{"upgradeToAndCall", "address newImplementation,bytes data", func(c *call) {
			code(0)(c)
			c.inner(c.to, zeroInt(), c.bytes(1)) // the new code runs it in the proxy's name
		}},
		{"upgrade", "address proxy,address implementation", code(1)},
		{"upgradeAndCall", "address proxy,address implementation,bytes data", func(c *call) {
			code(1)(c)
			c.inner(*c.addr(0), zeroInt(), c.bytes(2))
		}},
	}
}
