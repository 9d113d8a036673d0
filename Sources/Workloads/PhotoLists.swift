@_exported import PhotoLists
