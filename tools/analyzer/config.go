package analyzer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// A Config adds APIs to the built-in table, and says what is not reported. Its JSON
// form is what the file rcvet.json, the flag -config and the settings of golangci-lint
// hold:
//
//	{"apis": [{
//		"package": "example.com/frames",
//		"acquire": ["Get", "(*Pool).Lease"],
//		"retain":  ["(*Frame).Keep"],
//		"release": ["(*Frame).Done", "Put"],
//		"alias":   ["(*Frame).Payload"],
//		"reset":   ["(*Frame).Clear"]
//	}],
//	"disable": ["non-pointer"],
//	"skip_tests": true}
type Config struct {
	APIs []API `json:"apis"`
	// Disable lists categories of reports that are not made. "leak:arrow" is the
	// category leak for objects of one API, by its name.
	Disable []string `json:"disable,omitempty"`
	// SkipTests leaves out the reports in files of tests.
	SkipTests bool `json:"skip_tests,omitempty"`
}

// An API names the functions of a package that acquire, retain and release
// objects. Package and Release are required.
//
// A name is one of these patterns; the first one that matches a function
// decides:
//
//   - Name is a function.
//   - (*T).Name and T.Name are a method of T.
//   - *.Name is a method of any type.
//   - A * within a name matches any text: New* matches NewBuffer.
//   - !Name excludes a match, even if a later pattern includes it.
//
// Retain and Release act on the receiver if Acquire makes objects of its type, or if
// Package is *. Otherwise they act on the first parameter that can refer to an
// object and is no context, and without one on the receiver. A suffix overrides
// this: #recv is the receiver, #0 the first parameter, #1 the second. If only a
// suffix can tell, the calls are reported.
//
// The caller owns the first result of Acquire. If the last result is an error or
// a bool, the caller owns the object only if the error is nil or the bool true.
type API struct {
	// Name is how reports call the API. The default is the last element of Package.
	Name string `json:"name,omitempty"`
	// Package is an import path. A trailing /... includes the packages below it.
	// The path * matches every package; then a method matches only if its type
	// has both a Retain and a Release method of this API.
	Package string `json:"package"`
	// Acquire lists functions whose result the caller owns.
	Acquire []string `json:"acquire,omitempty"`
	// Retain lists functions that add a reference to an object.
	Retain []string `json:"retain,omitempty"`
	// Release lists functions that give up a reference, or the object itself.
	Release []string `json:"release,omitempty"`
	// Alias lists methods whose result shares the object's memory, and fields
	// that do.
	Alias []string `json:"alias,omitempty"`
	// Reset lists methods that ready an object for its next owner.
	Reset []string `json:"reset,omitempty"`
	// Lossy means that a program may lose an object, as with sync.Pool. A leak is
	// then reported only if no path of the function puts the object back.
	Lossy bool `json:"lossy,omitempty"`
}

// ParseConfig reads a Config from JSON. It fails if the JSON has an unknown
// field, an unknown category, or an API that is not valid; the error says which.
func ParseConfig(text []byte) (Config, error) {
	var config Config
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&config); err != nil {
		return Config{}, fmt.Errorf("rcvet configuration: %w", err)
	}
	if decoder.More() {
		return Config{}, errors.New("rcvet configuration: unexpected text after the JSON object")
	}
	for i, a := range config.engine() {
		if err := api.Validate(a); err != nil {
			return Config{}, fmt.Errorf("rcvet configuration: apis[%d], package %q: %w", i, a.Package, err)
		}
	}
	if err := checkCategories(config.Disable); err != nil {
		return Config{}, fmt.Errorf("rcvet configuration: disable: %w", err)
	}
	return config, nil
}

// checkCategories fails if a name is not that of a category, alone or before a colon.
func checkCategories(names []string) error {
	for _, name := range names {
		name, _, _ = strings.Cut(name, ":")
		if !slices.Contains(mistake.Categories(), name) {
			return fmt.Errorf("there is no category %q; there are %s", name, strings.Join(mistake.Categories(), ", "))
		}
	}
	return nil
}

// readConfig reads a Config from a file, or from the JSON itself.
func readConfig(value string) (Config, error) {
	if strings.HasPrefix(strings.TrimSpace(value), "{") {
		return ParseConfig([]byte(value))
	}
	text, err := os.ReadFile(value)
	if err != nil {
		return Config{}, fmt.Errorf("rcvet configuration: %w", err)
	}
	config, err := ParseConfig(text)
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", value, err)
	}
	return config, nil
}

// engine returns the APIs in the form in which the engine takes them.
func (c Config) engine() []api.API {
	var apis []api.API
	for _, a := range c.APIs {
		apis = append(apis, api.API(a))
	}
	return apis
}
