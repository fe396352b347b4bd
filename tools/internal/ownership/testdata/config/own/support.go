// Package own uses an API that only the table in ../frames.json describes.
package own
