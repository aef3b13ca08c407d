// Included by a folder that comes before this one: CheckLayering.cmake says so.
