// Package image has tests of deploy/Dockerfile. They run its steps without a
// container engine, in directories of their own, and try what comes out.
package image
