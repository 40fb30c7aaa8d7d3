package server

import (
	"fmt"
	"os"
)

// maxPackage bounds the file of SDK_PACKAGE in bytes: it is kept in memory.
const maxPackage = 16 << 20

// sdkPackage reads the file that SDK_PACKAGE names; nil when it names none.
func (c Config) sdkPackage() ([]byte, error) {
	if c.SDKPackage == "" {
		return nil, nil
	}
	file, err := os.Stat(c.SDKPackage)
	if err != nil {
		return nil, fmt.Errorf("SDK_PACKAGE: %w", err)
	}
	if file.Size() > maxPackage {
		return nil, fmt.Errorf("SDK_PACKAGE: %s has %d bytes, and at most %d are read",
			c.SDKPackage, file.Size(), maxPackage)
	}
	body, err := os.ReadFile(c.SDKPackage)
	if err != nil {
		return nil, fmt.Errorf("SDK_PACKAGE: %w", err)
	}
	return body, nil
}
