//go:build !goexperiment.jsonv2

package rchttp_test

// withJSON returns the text that is expected with this encoding/json.
func withJSON(v1, v2 string) string { return v1 }
